"""What is asked and what is answered, as the API describes it."""

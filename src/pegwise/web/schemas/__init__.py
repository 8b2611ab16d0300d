"""The requests and the answers, as the API describes them."""

"""What limits a client of the server: who it is, how much it may ask and for how long, and who is next."""

"""Makes the table of optimal strategies of every size: first the certificates, then the table from them."""

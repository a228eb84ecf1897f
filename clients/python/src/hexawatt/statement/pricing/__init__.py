"""The hours of a period and the prices of contracts in them."""

"""From the rows of a file to steps."""

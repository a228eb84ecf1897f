"""Reading of files that hold a load curve."""

"""Text, numbers and time stamps of files."""

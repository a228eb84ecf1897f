"""Layouts of files."""

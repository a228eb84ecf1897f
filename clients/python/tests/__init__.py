"""Tests of the package, against the product and against a scripted server."""

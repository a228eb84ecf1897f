"""Support of the tests: a server that answers by a script, and one way to call both clients."""

"""The parts of a statement."""

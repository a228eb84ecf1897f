"""When to run a load: pure calculations on the quarter-hours at hand, without a request."""

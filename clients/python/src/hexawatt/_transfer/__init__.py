"""Reading, keeping and repeating of HTTP answers: rules that both clients share."""

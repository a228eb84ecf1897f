"""What a user fills in: the forms, their fields, and the check of the answers by the API."""

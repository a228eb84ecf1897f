"""What has happened: long-term statistics of the grid, and the emissions of the home's own energy sensors."""

"""Language models and their files: what answers a turn, and where it comes from."""

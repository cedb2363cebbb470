"""A person's place in a room, verb by verb: talk, deciding, looking, forgetting, allowing."""

"""What a rule of grammar raises where it cannot be sure."""


class Unsure(Exception):
    """The rules do not cover this statement; it must be quoted instead."""

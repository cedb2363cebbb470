"""What a rule of grammar raises where it cannot be sure."""


class Unsure(Exception):  # noqa: N818  a verdict on a statement, like those of memory.errors
    """The rules do not cover this statement; it must be quoted instead."""

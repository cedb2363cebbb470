"""Loopback servers and stand-ins for what the product talks to."""

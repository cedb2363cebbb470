"""`python -m bot` is `sayso`."""

from bot.cli import main

main()

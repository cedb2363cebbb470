"""Moments and days as SQLite text: ISO 8601 in UTC, so that text order is time order."""

from __future__ import annotations

from datetime import UTC, date, datetime


def iso(moment: datetime) -> str:
    """"2026-11-03T10:00:00.000000+00:00"."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def moment_or_none(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def day_or_none(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None

"""How many messages one person may have answered in a minute."""

from __future__ import annotations

from collections import OrderedDict, deque
from datetime import datetime, timedelta

MINUTE = timedelta(minutes=1)
PEOPLE = 1000  # whose last minute is remembered at most


class Pressure:
    """Counts by when messages were written, not by when they are read: what piled up meanwhile is no flood."""

    def __init__(self, a_minute: int) -> None:
        self._most = a_minute
        self._written: OrderedDict[str, deque[datetime]] = OrderedDict()
        self._told: dict[str, datetime] = {}  # until when somebody was told to wait

    def over(self, person: str, written: datetime) -> float:
        """Seconds until this person may be answered again, 0.0 when now; a message that may be counts."""
        times = self._written.setdefault(person, deque())
        self._written.move_to_end(person)
        while len(self._written) > PEOPLE:
            self._told.pop(self._written.popitem(last=False)[0], None)
        while times and abs(written - times[0]) >= MINUTE:  # also when a clock was put back
            times.popleft()
        if len(times) == self._most:
            return max(1.0, (times[0] + MINUTE - written).total_seconds())
        times.append(written)
        self._told.pop(person, None)
        return 0.0

    def told(self, person: str, written: datetime, seconds: float) -> bool:
        """Whether this person was told already to wait that long; from now on they are."""
        before = written < self._told.get(person, written)
        self._told[person] = max(self._told.get(person, written), written + timedelta(seconds=seconds))
        return before

"""A person's place in a room: every verb there is. The scope comes from who and where, never from an argument."""

from __future__ import annotations

from memory.places.allowing import Allowing
from memory.places.carrying import Carrying
from memory.places.deciding import Deciding, Forgotten, Remembered
from memory.places.forgetting import ForgetPreview, Forgetting
from memory.places.lasting import Lasting
from memory.places.lifting import Lifting
from memory.places.looking import Happened, Looking, Why
from memory.places.recounting import Recounting
from memory.places.sharing import Sharing
from memory.places.talk import Observed, Talk

__all__ = ["ForgetPreview", "Forgotten", "Happened", "Observed", "Place", "Remembered", "Why"]


class Place(Talk, Deciding, Looking, Forgetting, Lifting, Sharing, Carrying, Allowing, Lasting, Recounting):
    """See the module. Made by `Memory.at`."""

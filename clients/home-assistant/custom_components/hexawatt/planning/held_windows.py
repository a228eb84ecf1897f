"""The best windows of all loads of an entry, and those that have passed."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from .load_windows import LoadWindow
from .loads import create_load
from .windows import BestWindow, RankedQuarterHour

# Windows of about a month: the past of the calendar.
MOST_PAST_WINDOWS = 60


@dataclass(slots=True)
class HeldLoad:
    """A load by its name, its present best window, and the windows that began before it."""

    title: str
    window: LoadWindow
    past: deque[BestWindow] = field(default_factory=lambda: deque(maxlen=MOST_PAST_WINDOWS))

    def update(self, quarter_hours: Sequence[RankedQuarterHour], now: datetime) -> None:
        """Follows the forecast; a window that has run out passes."""
        before = self.window.best
        self.window.update(quarter_hours, now)
        if before is not None and before is not self.window.best and before.window.end <= now:
            self.past.append(before)


class HeldWindows:
    """Loads by the id of their subentry."""

    def __init__(self, loads: Mapping[str, tuple[str, Mapping[str, Any]]], quiet: str | None) -> None:
        """
        Takes titles and configurations of loads by their ids.

        :param quiet: hours in which no load runs
        """
        self.by_id = {
            key: HeldLoad(title, LoadWindow(create_load(config, quiet))) for key, (title, config) in loads.items()
        }

    def update(self, quarter_hours: Sequence[RankedQuarterHour], now: datetime) -> None:
        """Moves all loads on."""
        for held in self.by_id.values():
            held.update(quarter_hours, now)

"""The best window of a load as it moves with the forecast: a window that has begun is kept to its end."""

from collections.abc import Sequence
from datetime import datetime

from .loads import Load
from .windows import BestWindow, RankedQuarterHour, find_best_window


class LoadWindow:
    """Best window of one load: it follows the forecast until it begins, and stays for the load that has started."""

    def __init__(self, load: Load) -> None:
        """Without a window until the first update."""
        self.load = load
        self.best: BestWindow | None = None

    def restore(self, best: BestWindow, now: datetime) -> None:
        """Takes over a window that had begun before a restart; any other is searched for anew."""
        if best.window.contains(now):
            self.best = best

    def update(self, quarter_hours: Sequence[RankedQuarterHour], now: datetime) -> None:
        """Searches again, unless the window has begun and has not ended."""
        if self.best is None or not self.best.window.contains(now):
            self.best = find_best_window(quarter_hours, self.load, now)

    def is_in_window(self, now: datetime) -> bool | None:
        """Whether the load should run now; None if no window is known."""
        return None if self.best is None else self.best.window.contains(now)

"""The rows of a file in columns."""

from hexawatt.statement.curve import LoadCurveRefusal

MAX_ROWS = 500_000
"""Rows of one file; a home has 35,040 half-hours in two years."""

# What a time stamp marks: the end or the start of its step, or unknown, so that the bounds of the file decide.
END = 0
START = 1
END_UNLESS_BOUNDS = 2
START_UNLESS_BOUNDS = 3

# How trustworthy a value is: of several for one instant the highest counts.
RAW = 0
COMPLETED = 1
CORRECTED = 2


class RowColumns:
    """Collects the rows of a file in columns, in their order: an object per row would take far more memory."""

    def __init__(self) -> None:
        self.stamp_ms: list[int] = []
        """Instant, or what the clock in France shows as if it were UTC."""
        self.value: list[float] = []
        """In kW or kWh; NaN for a gap."""
        self.minutes: list[int] = []
        """Length of the step; 0 if the file does not state it."""
        self.side = bytearray()
        self.stage = bytearray()
        self.is_clock_time = bytearray()
        self.is_power = bytearray()
        self.is_injected = bytearray()

    def __len__(self) -> int:
        return len(self.stamp_ms)

    def add(
        self,
        stamp_ms: int,
        value: float,
        *,
        side: int,
        minutes: int = 0,
        stage: int = RAW,
        is_clock_time: bool = False,
        is_power: bool = False,
        is_injected: bool = False,
    ) -> None:
        """Add a row. Raises LoadCurveRefusal beyond the bound of rows."""
        if len(self.stamp_ms) >= MAX_ROWS:
            raise LoadCurveRefusal("too-many-rows", {"atMost": MAX_ROWS})
        self.stamp_ms.append(stamp_ms)
        self.value.append(value)
        self.minutes.append(minutes)
        self.side.append(side)
        self.stage.append(stage)
        self.is_clock_time.append(is_clock_time)
        self.is_power.append(is_power)
        self.is_injected.append(is_injected)

"""The statement of a load curve."""

from hexawatt.models.hours import HoursSource, HoursVersions
from hexawatt.statement.changes import BreakEvens, MovedLoad
from hexawatt.statement.figures import (
    Comparison,
    ContractFacts,
    Figures,
    MonthFigures,
    PeriodFigures,
    TimeRange,
    UnknownFigure,
)


class Noted(Figures):
    """A code with the figures of its sentence."""

    code: str
    values: dict[str, str | int | float]


class FileFacts(Figures):
    """What is known of the file; never the identifier of the meter."""

    kind: str
    steps: int
    injected_kwh: float | None
    """Energy fed into the grid, which is not counted; None if the file has none."""
    remarks: list[Noted]


class Statement(Figures):
    """Statement of a load curve by month and in all: energy (kWh), emissions (kg CO2eq) and cost (EUR)."""

    statement_version: int
    """Version of the formulas."""
    time_zone: str
    from_: str
    to: str
    file: FileFacts
    total: PeriodFigures
    months: list[MonthFigures]
    gaps: list[TimeRange]
    """Ranges without a value, at most 100."""
    unlisted_gaps: int
    unknown: list[UnknownFigure]
    """Only figures that could not be counted for all hours."""
    contracts: list[ContractFacts]
    comparison: Comparison | None
    """None without a contract, and where no hour has a known price under all of them."""
    break_evens: BreakEvens
    moved: MovedLoad | None
    caveats: list[Noted]
    """Limitations of the figures: a code such as ``less-than-a-year``, and the figures of its sentence."""
    methodology_versions: list[HoursVersions]
    """Versions of the intensities of the months that were used, with the hours of each."""
    sources: list[HoursSource]
    """Sources of the months that were used. Those of the prices are in ``contracts``."""

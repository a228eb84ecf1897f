"""Statistics of Home Assistant as CSV, and the download of its energy dashboard."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from hexawatt.statement.clock import HOUR_MS
from hexawatt.statement.reading.facts import interpret_facts, normalise_name
from hexawatt.statement.reading.layouts.table import RowReader
from hexawatt.statement.reading.state import ReadingState
from hexawatt.statement.reading.steps.columns import START
from hexawatt.statement.reading.text.decode import SPACES
from hexawatt.statement.reading.text.numbers import GAP, parse_number


@dataclass(frozen=True)
class StatisticsTable:
    """A layout of statistics, one row per sensor and hour, stamped at the start."""

    id: int
    unit: int
    start: int
    value: int
    is_reading: bool
    """False for ``change``, the energy of the step; True for ``sum`` and ``state``, readings of a meter."""
    is_epoch: bool


_LONGEST_STEP_MS = HOUR_MS
"""Steps of statistics: hours, and five minutes for the last days."""


def recognise_statistics(names: Sequence[str]) -> StatisticsTable | None:
    """Return the layout below these headings; None if they are none of statistics."""

    def find(*wanted: str) -> int:
        return next((index for index, name in enumerate(names) if name in wanted), -1)

    identifier, start, change = find("statistic id"), find("start", "start ts"), find("change", "delta")
    reading = find("state") if find("sum") < 0 else find("sum")
    value = reading if change < 0 else change
    if min(identifier, start, value) < 0:
        return None
    unit = find("unit", "unit of measurement")
    return StatisticsTable(identifier, unit, start, value, change < 0, names[start] == "start ts")


class _Readings:
    """Turns readings of sensors into energy: of two one step apart, the later one has the energy of its step."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[int, float]] = {}

    def subtract(self, sensor: str, at_ms: int, reading: float) -> tuple[int, float] | None:
        """Start of a step and its energy; NaN across a gap. None where there is no reading before."""
        if math.isnan(reading):
            return (at_ms, GAP)
        before = self._last.get(sensor)
        self._last[sensor] = (at_ms, reading)
        # A reading that is repeated, or another one of the same instant, has no step.
        if before is None or before[0] == at_ms:
            return None
        earlier, later = sorted((before, (at_ms, reading)), key=lambda row: row[0])
        energy = later[1] - earlier[1]
        # A counter that was replaced begins at zero again.
        return (later[0], energy if later[0] - earlier[0] <= _LONGEST_STEP_MS and energy >= 0 else GAP)


# Sensors of what was fed into the grid. What panels produce is partly used at home: it is no such sum.
_INJECTED = re.compile(r"export|return|inject|retour| out$|(linky|enedis|grid|reseau).*produc")
_PRODUCED = re.compile(r"solar|solaire|panneau|panel|\bpv\b|produc", re.ASCII)


def _cell(row: Sequence[str], column: int) -> str:
    return row[column] if 0 <= column < len(row) else ""


def create_statistics_reader(table: StatisticsTable, state: ReadingState) -> RowReader:
    """Create the reader of rows of statistics. Sensors without a unit of energy are left out."""
    stamps = state.stamps
    readings = _Readings()

    def read_start(cell: str) -> bool:
        if not table.is_epoch:
            return stamps.parse(cell)
        seconds = parse_number(cell)
        if seconds is None or math.isnan(seconds):
            return False
        stamps.ms, stamps.is_clock_time, stamps.has_time = round(seconds * 1000), False, True
        return True

    def read(row: Sequence[str]) -> bool:
        sensor = normalise_name(_cell(row, table.id))
        if sensor == "" or not read_start(_cell(row, table.start)):
            return False
        meaning = interpret_facts({"unit": _cell(row, table.unit)})
        is_injected = bool(_INJECTED.search(sensor))
        if meaning.unit == "" or meaning.is_power or (not is_injected and _PRODUCED.search(sensor)):
            state.other += 1
            state.note_refusal("no-active-power")
            return True
        if not is_injected:
            state.meters.add(sensor)
        if stamps.is_clock_time:
            state.is_clock_assumed = True
        value = state.take_value(parse_number(_cell(row, table.value)))
        state.kind = state.kind or "home-assistant"
        step = readings.subtract(sensor, stamps.ms, value) if table.is_reading else (stamps.ms, value)
        if step is not None:
            state.rows.add(
                step[0],
                step[1] / meaning.divisor,
                side=START,
                is_clock_time=stamps.is_clock_time,
                is_injected=is_injected,
            )
        return True

    return read


_FIRST_STAMP_COLUMN = 3


def is_energy_table(names: Sequence[str]) -> bool:
    """Return True for the download of the energy dashboard: a column for each hour, stamped at its start."""
    return list(names[:3]) == ["entity id", "type", "unit"]


def _read_starts(headings: Sequence[str], state: ReadingState) -> list[int | None]:
    """Start of each hour; None where a heading is none."""
    stamps = state.stamps
    return [
        stamps.ms if stamps.parse(cell) and stamps.has_time and not stamps.is_clock_time else None
        for cell in headings[_FIRST_STAMP_COLUMN:]
    ]


def create_energy_reader(headings: Sequence[str], state: ReadingState) -> RowReader:
    """Create the reader of its rows, one for each counter, from the headings as they stand.

    Counters of one connection to the grid, such as peak and off-peak, are added when all rows are read.
    """
    starts = _read_starts(headings, state)
    sums_by_type: dict[str, list[float]] = {}

    def finish() -> None:
        for kind, sums in sums_by_type.items():
            state.kind = state.kind or "home-assistant"
            for start_ms, value in zip(starts, sums, strict=True):
                if start_ms is not None:
                    state.rows.add(start_ms, value, side=START, is_injected=kind == "grid_return")

    state.finishers.append(finish)

    def read(row: Sequence[str]) -> bool:
        kind = _cell(row, 1).strip(SPACES)
        meaning = interpret_facts({"unit": _cell(row, 2)})
        if not re.match(r"[a-z_]+\Z", kind):
            return False
        if kind not in ("grid_consumption", "grid_return") or meaning.unit == "" or meaning.is_power:
            state.note_refusal("no-active-power")
            return True
        sums = sums_by_type.setdefault(kind, [GAP] * len(starts))
        for index, total in enumerate(sums):
            cell = _cell(row, _FIRST_STAMP_COLUMN + index)
            value = state.take_value(parse_number(cell)) / meaning.divisor
            if not math.isnan(value):
                sums[index] = value if math.isnan(total) else total + value
        return True

    return read

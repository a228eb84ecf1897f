"""Prints the processor time, in seconds, that the statement of a year of half-hours takes: the least of three runs."""

from time import process_time

from hexawatt.models.hours import Hours
from hexawatt.statement import DailyLoad, SpotContract, TableContract, compute_statement, read_load_curve
from hexawatt.statement.clock import HOUR_MS, day_start_ms, format_instant, offset_ms, to_day

from .vectors import read_vectors, to_table

_FIRST_MS = day_start_ms(to_day("2024-01-01"))
_HALF_HOUR_MS = HOUR_MS // 2
_COUNT = 366 * 48


def _write_file() -> bytes:
    rows = ["horodate ISO fin de pas;puissance moyenne (W)"]
    for index in range(1, _COUNT + 1):
        at_ms = _FIRST_MS + index * _HALF_HOUR_MS
        offset = offset_ms(at_ms)
        clock = format_instant(at_ms + offset).removesuffix("Z")
        rows.append(f"{clock}+0{offset // HOUR_MS}:00;{300 + index % 211}")
    return "\n".join(rows).encode()


def _make_months() -> list[Hours]:
    starts = range(_FIRST_MS, _FIRST_MS + 366 * 24 * HOUR_MS, HOUR_MS)
    by_month: dict[str, list[int]] = {}
    for start in starts:
        by_month.setdefault(format_instant(start + offset_ms(start))[:7], []).append(start)
    return [
        Hours.model_validate(
            {
                "month": month,
                "timeZone": "Europe/Paris",
                "from": format_instant(hours[0]),
                "to": format_instant(hours[-1] + HOUR_MS),
                "hours": [format_instant(start) for start in hours],
                "productionGCo2PerKwh": [20.0 + index % 40 for index in range(len(hours))],
                "consumptionGCo2PerKwh": [25.0 + index % 40 for index in range(len(hours))],
                "directGCo2PerKwh": [5.0 + index % 40 for index in range(len(hours))],
                "eurPerMwh": [60.0 + index % 90 for index in range(len(hours))],
                "tempoColor": ["Bleu"] * len(hours),
                "methodologyVersions": [],
                "sources": [],
                "complete": True,
            }
        )
        for month, hours in by_month.items()
    ]


def measure_year() -> float:
    """Read a year of half-hours and compute its statement; return the seconds of processor time."""
    content, months = _write_file(), _make_months()
    table = to_table(read_vectors("statement-vectors.json")["table"])
    contracts: list[TableContract | SpotContract] = [
        TableContract("base", "base", 9),
        TableContract("tempo", "tempo", 9),
        SpotContract("spot", 0.08, 20),
    ]
    moved = DailyLoad(energy_kwh=0.3, minutes=120, usual_start_minute=1_140)
    seconds: list[float] = []
    for _ in range(3):
        started = process_time()
        curve = read_load_curve(content)
        statement = compute_statement(curve, months, table, contracts, current="base", moved=moved)
        seconds.append(process_time() - started)
        assert (len(curve), statement.total.covered_minutes) == (_COUNT, _COUNT * 30)
        assert statement.moved is not None
        assert statement.moved.days_with_load == 366
    return min(seconds)


if __name__ == "__main__":
    print(measure_year())  # noqa: T201 (the test reads it)

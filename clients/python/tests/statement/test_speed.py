"""A statement of a year takes little time."""

import subprocess
import sys
from pathlib import Path

_MOST_SECONDS = 2.0
_PACKAGE = Path(__file__).parents[2]


def test_a_year_of_half_hours_is_read_and_computed_within_two_seconds() -> None:
    # In a process of its own, where no coverage is measured, which would take most of the time.
    command = [sys.executable, "-m", "tests.statement.measure_year"]
    printed = subprocess.run(command, cwd=_PACKAGE, capture_output=True, text=True, check=True).stdout
    assert float(printed) < _MOST_SECONDS

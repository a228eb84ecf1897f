"""Every example of the README runs."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Product

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_the_readme_has_examples() -> None:
    assert len(EXAMPLES) > 5


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_runs_and_prints_something(product: Product, tmp_path: Path, example: str) -> None:
    environment = {**os.environ, "HEXAWATT_URL": product.url, "HEXAWATT_API_KEY": product.key}
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", example],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.strip() != ""

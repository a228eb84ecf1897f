"""Prints the statement of a file as JSON."""

import os
import sys

from hexawatt import Hexawatt
from hexawatt.statement import make_statement

with Hexawatt(os.environ["HEXAWATT_URL"]) as hexawatt:
    print(make_statement(hexawatt, sys.argv[1]).statement.model_dump_json(by_alias=True))

"""The statement of a load curve: what a household's consumption emitted and cost, by month and in all.

The file is read on this machine and never sent: the client only asks for the price table and for the hours of the
months. Formulas: docs/methodology/statement.md of the project.
"""

from hexawatt.statement.changes import DailyLoad as DailyLoad, RunWindow as RunWindow
from hexawatt.statement.compute import compute_statement as compute_statement
from hexawatt.statement.curve import (
    LoadCurve as LoadCurve,
    LoadCurveRefusal as LoadCurveRefusal,
    Remark as Remark,
)
from hexawatt.statement.document import Statement as Statement
from hexawatt.statement.make import (
    StatementReport as StatementReport,
    make_statement as make_statement,
    make_statement_async as make_statement_async,
)
from hexawatt.statement.pricing.contracts import SpotContract as SpotContract, TableContract as TableContract
from hexawatt.statement.pricing.hours_of_day import SeasonalHours as SeasonalHours
from hexawatt.statement.reading.read import read_load_curve as read_load_curve

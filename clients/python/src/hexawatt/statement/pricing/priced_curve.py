"""A load curve in pieces of at most an hour, with intensity and prices of each."""

import math
from collections.abc import Sequence

from hexawatt.models.hours import Hours
from hexawatt.models.tariffs import Tariffs
from hexawatt.statement.curve import LoadCurve
from hexawatt.statement.pricing.axis import HourAxis
from hexawatt.statement.pricing.contracts import ComparedContract, PricedContract
from hexawatt.statement.pricing.pieces import cut_at_hours, find_period


class PricedCurve:
    """A load curve in pieces, with intensities and prices; NaN where one is unknown."""

    def __init__(
        self, curve: LoadCurve, months: Sequence[Hours], compared: Sequence[ComparedContract], table: Tariffs
    ) -> None:
        self.from_ms, self.to_ms = find_period(curve)
        self.axis = HourAxis(self.from_ms, self.to_ms, months)
        self.pieces = cut_at_hours(curve, self.axis)
        self.contracts = [PricedContract(contract, table, self.axis) for contract in compared]
        self.prices = [
            [contract.compute_price(hour, offset, minutes) for hour, offset, minutes, _ in self.pieces]
            for contract in self.contracts
        ]
        """By contract and piece, EUR/kWh."""
        self.is_compared = (
            [not any(map(math.isnan, prices)) for prices in zip(*self.prices, strict=True)]
            if self.prices
            else [False] * len(self.pieces)
        )
        """True for pieces with a known price under every contract; False for all without a contract."""

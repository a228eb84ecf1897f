"""Which contracts a statement compares."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hexawatt.models.tariffs import ContractVersion, Tariffs
from hexawatt.parameters import Contract, Ranges
from hexawatt.statement.pricing.contract_pricer import needs_off_peak
from hexawatt.statement.pricing.contracts import ComparedContract, SpotContract, TableContract
from hexawatt.statement.pricing.hours_of_day import SeasonalHours, read_given_hours

_SPOT = "spot"
_USUAL = ("base", "hphc", "tempo")
"""Compared where no contracts are named; the market price where its addition is given."""
_MAX_CONTRACTS = 6
_USUAL_KVA = 6


@dataclass(frozen=True)
class ChosenContracts:
    """Contracts of a statement."""

    contracts: list[ComparedContract]
    current: str | None
    """Key of the customer's own contract."""
    notes: list[str]
    """Why contracts that are usually compared are left out, or how one is counted."""


def _versions_of(table: Tariffs, name: str) -> list[ContractVersion]:
    return [version for version in table.contracts if version.id == name]


def _read_ranges(ranges: Ranges | None) -> tuple[tuple[int, int], ...] | None:
    if ranges is None:
        return None
    return read_given_hours(ranges if isinstance(ranges, str) else ",".join(ranges))


def _read_off_peak(own: Contract) -> SeasonalHours | None:
    """Off-peak hours by season; None when none are given."""
    if own.off_peak is not None and (own.off_peak_summer is not None or own.off_peak_winter is not None):
        raise ValueError("give off_peak, or off_peak_summer and off_peak_winter, not both")
    summer = _read_ranges(own.off_peak if own.off_peak_summer is None else own.off_peak_summer)
    winter = _read_ranges(own.off_peak if own.off_peak_winter is None else own.off_peak_winter)
    if (summer is None) != (winter is None):
        raise ValueError("give off_peak_summer and off_peak_winter together")
    return None if summer is None or winter is None else SeasonalHours(summer, winter)


def _make_spot(own: Contract, table: Tariffs, off_peak: SeasonalHours | None) -> SpotContract:
    if own.adder is not None and own.adder_eur_per_kwh is not None:
        raise ValueError("give adder or adder_eur_per_kwh, not both")
    if own.adder is not None and all(profile.id != own.adder for profile in table.adders):
        known = ", ".join(sorted({profile.id for profile in table.adders})) or "none"
        raise ValueError(f"unknown adder {own.adder!r}: the API has {known}")
    adder = own.adder if own.adder is not None else own.adder_eur_per_kwh or 0.0
    return SpotContract(_SPOT, adder, own.vat_percent or 0.0, off_peak)


def _list_spot_notes(spot: SpotContract) -> list[str]:
    notes: list[str] = []
    if spot.adder == 0:
        notes.append(
            "The market price is counted without network, taxes and the supplier’s margin (adder_eur_per_kwh): a bill "
            "would be higher."
        )
    if spot.vat_percent == 0:
        notes.append("The market price is counted without VAT (vat_percent).")
    return notes


def choose_contracts(
    own: Contract, named: Sequence[str] | None, subscription_eur_per_month: float | None, table: Tariffs
) -> ChosenContracts:
    """Choose the contracts of a statement: those that are named, else the usual ones, and always the customer's own.

    Raises ValueError for an unknown id, a missing term of a named contract, or too many contracts.
    """
    current = own.tariff
    if subscription_eur_per_month is not None and current is None:
        raise ValueError("subscription_eur_per_month is that of your contract: give its tariff too")
    off_peak = _read_off_peak(own)
    kva = _USUAL_KVA if own.subscribed_kva is None else own.subscribed_kva
    usual = [name for name in _USUAL if _versions_of(table, name)]
    has_adder = own.adder is not None or own.adder_eur_per_kwh is not None
    wanted = [*usual, *([_SPOT] if has_adder else [])] if named is None else named
    ids = list(dict.fromkeys(wanted if current is None else [current, *wanted]))

    def lacks_off_peak(name: str) -> bool:
        needs = any(version.off_peak is None and needs_off_peak(version) for version in _versions_of(table, name))
        return needs and off_peak is None

    def make(name: str) -> ComparedContract:
        if name == _SPOT:
            return _make_spot(own, table, off_peak)
        versions = _versions_of(table, name)
        if not versions:
            known = ", ".join([*dict.fromkeys(version.id for version in table.contracts), _SPOT])
            raise ValueError(f"unknown contract {name!r}: use {known}")
        if lacks_off_peak(name):
            raise ValueError(f"the contract {name} needs off_peak, or off_peak_summer and off_peak_winter")
        # A contract with off-peak hours of its own, as Tempo, keeps them: those of the customer are of the current one.
        keeps_own = name != current and all(version.off_peak is not None for version in versions)
        return TableContract(name, name, kva, None if keeps_own else off_peak)

    optional = [name for name in ids if name not in (_SPOT, current) and named is None]
    unusable = [name for name in optional if lacks_off_peak(name)]
    chosen = [name for name in ids if name not in unusable]
    if len(chosen) > _MAX_CONTRACTS:
        raise ValueError(f"at most {_MAX_CONTRACTS} contracts can be compared")
    contracts = [make(name) for name in chosen]
    notes = [note for one in contracts if isinstance(one, SpotContract) for note in _list_spot_notes(one)]
    if unusable:
        left_out = ", ".join(unusable)
        notes.insert(0, f"Not compared, because your off-peak hours are not known (off_peak): {left_out}.")
    if subscription_eur_per_month is not None:
        contracts = [
            replace(one, subscription_eur_per_month=subscription_eur_per_month) if one.key == current else one
            for one in contracts
        ]
    return ChosenContracts(contracts, current, notes)

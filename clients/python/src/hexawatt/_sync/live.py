"""Operations about now and the coming hours."""

# Generated from hexawatt._async by `bun run docs`: edit that, not this file.

from datetime import timedelta
from typing import Literal

from hexawatt._sync.transport import Transport
from hexawatt.answer import Answer
from hexawatt.models import (
    CarbonConsumption,
    CarbonExplain,
    CarbonIntensity,
    CarbonRegions,
    EnergyScore,
    GridStatus,
    Outlook,
    ProfileName,
    Schedule,
    ScoreForecast,
    TariffOutlook,
    TariffToday,
)
from hexawatt.parameters import (
    Contract,
    Moment,
    Ranges,
    Weights,
    contract_parameters,
    text_of_length,
    text_of_moment,
    text_of_number,
    text_of_ranges,
    weighting_parameters,
)
from hexawatt.request import Request
from hexawatt.streamed import ContractPrice

_hour = timedelta(hours=1)
_minute = timedelta(minutes=1)


class LiveOperations:
    """Operations about now and the coming hours. All of them need a key."""

    _transport: Transport

    def carbon_intensity(self) -> Answer[CarbonIntensity]:
        """Return the carbon intensity of the French grid on both boundaries, gCO2eq/kWh, with the generation mix."""
        return self._transport.ask(Request("/v1/carbon/intensity", CarbonIntensity, {}))

    def carbon_consumption(self, *, at: Moment | None = None) -> Answer[CarbonConsumption]:
        """Return the carbon intensity of the electricity consumed in France with the imports of the hour, gCO2eq/kWh.

        Args:
            at: instant within the hour; the newest hour by default.
        """
        request = Request("/v1/carbon/consumption", CarbonConsumption, {"at": text_of_moment(at)})
        return self._transport.ask(request)

    def carbon_regions(self) -> Answer[CarbonRegions]:
        """Return carbon intensity (gCO2eq/kWh) of generation and consumption in the twelve regions."""
        return self._transport.ask(Request("/v1/carbon/regions", CarbonRegions, {}))

    def carbon_explain(self, *, at: Moment | None = None) -> Answer[CarbonExplain]:
        """Return every term of both carbon intensities and of the score.

        Args:
            at: instant of a stored point; the figures of now by default.
        """
        return self._transport.ask(Request("/v1/carbon/explain", CarbonExplain, {"at": text_of_moment(at)}))

    def score(self, *, profile: ProfileName | None = None, weights: Weights | None = None) -> Answer[EnergyScore]:
        """Return the score of the current hour, 0 to 100, from price, carbon, grid and adequacy.

        Args:
            profile: a weighting preset.
            weights: four weights that sum to 1, in place of a preset; the national weighting by default.
        """
        return self._transport.ask(Request("/v1/score", EnergyScore, weighting_parameters(profile, weights)))

    def score_forecast(
        self,
        *,
        hours: int | timedelta | None = None,
        profile: ProfileName | None = None,
        weights: Weights | None = None,
    ) -> Answer[ScoreForecast]:
        """Return the score of the coming hours.

        Args:
            hours: 1 to 48, 24 by default. Capped by the plan: see `served_hours`.
            profile: a weighting preset.
            weights: four weights that sum to 1, in place of a preset.
        """
        parameters = {"hours": text_of_length(hours, _hour), **weighting_parameters(profile, weights)}
        return self._transport.ask(Request("/v1/score/forecast", ScoreForecast, parameters))

    def outlook(
        self, *, hours: int | timedelta | None = None, resolution: Literal["1h", "15m"] | None = None
    ) -> Answer[Outlook]:
        """Return carbon, price, score, grid signal and tariff colour of the coming hours, with uncertainty bands.

        Args:
            hours: 1 to 72, 24 by default. Capped by the plan, and to 48 without weather forecasts.
            resolution: `1h` by default.
        """
        parameters = {"hours": text_of_length(hours, _hour), "resolution": resolution}
        return self._transport.ask(Request("/v1/outlook", Outlook, parameters))

    def prices(self, contract: Contract | None = None) -> Answer[list[ContractPrice]]:
        """Return the price of a kWh in the coming quarter-hours under a contract, EUR/kWh with all taxes.

        The list ends at the first quarter-hour whose price or colour is unknown.

        Args:
            contract: Tempo by default.
        """
        parameters = {"quantity": "tariff", **contract_parameters(contract)}
        return self._transport.ask(Request("/v1/export/evcc", list[ContractPrice], parameters))

    def schedule(
        self,
        *,
        energy_kwh: float | None = None,
        power_kw: float | None = None,
        duration_minutes: int | timedelta | None = None,
        earliest: Moment | None = None,
        latest: Moment | None = None,
        quiet: Ranges | None = None,
        max_segments: int | None = None,
        min_on_minutes: int | timedelta | None = None,
        objective: Literal["cost", "carbon", "score"] | None = None,
        emissions: Literal["lifecycle", "direct", "consumption"] | None = None,
        contract: Contract | None = None,
        estimate: Literal["central", "prudent"] | None = None,
        tie_break: Literal["early", "late"] | None = None,
        profile: ProfileName | None = None,
        weights: Weights | None = None,
    ) -> Answer[Schedule]:
        """Return the best time to run a load, and the saving.

        Args:
            energy_kwh: energy of the load, kWh. Give two of energy, power and duration, or only the duration.
            power_kw: power of the load, kW.
            duration_minutes: how long the load runs.
            earliest: earliest start; now by default.
            latest: latest end; 24 hours after `earliest` by default. Capped by the plan: see `served_until`.
            quiet: hours of the day in Paris in which the load must not run, up to two ranges.
            max_segments: 1 to 8 pieces, 1 by default.
            min_on_minutes: shortest piece.
            objective: lowest cost, lowest emissions or best score; `score` by default.
            emissions: of generation by `lifecycle` (default) or `direct` factors, or of `consumption` with its imports.
            contract: contract behind the cost.
            estimate: `prudent` counts with the unfavourable limits of the forecast; `central` by default.
            tie_break: which of equal times; `early` by default.
            profile: a weighting preset of the score.
            weights: four weights that sum to 1, in place of a preset.
        """
        parameters = {
            "energyKWh": text_of_number(energy_kwh),
            "powerKW": text_of_number(power_kw),
            "durationMinutes": text_of_length(duration_minutes, _minute),
            "earliest": text_of_moment(earliest),
            "latest": text_of_moment(latest),
            "quiet": text_of_ranges(quiet),
            "maxSegments": text_of_number(max_segments),
            "minOnMinutes": text_of_length(min_on_minutes, _minute),
            "objective": objective,
            "emissions": emissions,
            **contract_parameters(contract),
            "estimate": estimate,
            "tieBreak": tie_break,
            **weighting_parameters(profile, weights),
        }
        return self._transport.ask(Request("/v1/schedule", Schedule, parameters))

    def grid_status(self) -> Answer[GridStatus]:
        """Return the grid-tension signal (EcoWatt) of today and the next three days."""
        return self._transport.ask(Request("/v1/grid/status", GridStatus, {}))

    def tariff_today(self) -> Answer[TariffToday]:
        """Return the colour of the three-colour tariff (Tempo) today and now."""
        return self._transport.ask(Request("/v1/tariff/today", TariffToday, {}))

    def tariff_outlook(self) -> Answer[TariffOutlook]:
        """Return the colours of the three-colour tariff (Tempo) of up to nine days ahead, with probabilities."""
        return self._transport.ask(Request("/v1/tariff/outlook", TariffOutlook, {}))

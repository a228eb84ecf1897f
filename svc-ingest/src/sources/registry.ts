import { emissionFactors } from './ademe/emission-factors.ts'
import { couleurTempoTariff } from './couleur-tempo/tariff.ts'
import { regulatedPrices } from './cre/regulated-prices.ts'
import type { Source } from './definition/source.ts'
import { countryIntensities } from './ember/country-intensities.ts'
import { energyChartsFlows, energyChartsSchedules } from './energy-charts/borders.ts'
import { energyChartsForecastCurrent, energyChartsForecastDayAhead } from './energy-charts/forecast.ts'
import { energyChartsCapacities, energyChartsGeneration } from './energy-charts/generation.ts'
import { neighbourMixes } from './energy-charts/neighbours.ts'
import { energyChartsPrice } from './energy-charts/price.ts'
import { odreCapacities } from './odre/capacities.ts'
import { odreConsumptionIntensity } from './odre/consumption-intensity.ts'
import { odreConsolidated, odreNational } from './odre/national.ts'
import { odrePastSignals } from './odre/past-signals.ts'
import { odreRegional } from './odre/regional.ts'
import { weather } from './open-meteo/weather.ts'
import { openPublisherIds } from './publishers.ts'
import { consumption } from './rte/consumption.ts'
import { consumptionWeekly } from './rte/consumption-weekly.ts'
import { exchangeSchedules } from './rte/exchange-schedules.ts'
import { generationByType } from './rte/generation-by-type.ts'
import { generationForecast } from './rte/generation-forecast.ts'
import { generationMix15min } from './rte/generation-mix-15min.ts'
import { generationUnavailabilities } from './rte/generation-unavailabilities.ts'
import { gridSignals } from './rte/grid-signals.ts'
import { imbalance } from './rte/imbalance.ts'
import { installedCapacities } from './rte/installed-capacities.ts'
import { physicalFlows } from './rte/physical-flows.ts'
import { powerExchanges } from './rte/power-exchanges.ts'
import { tariffCalendar } from './rte/tariff-calendar.ts'
import { rteServicesTariff } from './rte-services/tariff.ts'
import { rteZipRealTime } from './rte-zip/real-time.ts'

/**
 * Every source that can be polled: queues, schedules, polls, backfills and audits are made from this list. Of sources of one publisher that wait for its
 * pace, the earlier one is called first: at a cold start the price comes before flows and forecasts.
 */
export const sources: readonly Source[] = [
  generationByType,
  generationMix15min,
  generationForecast,
  consumption,
  consumptionWeekly,
  powerExchanges,
  physicalFlows,
  exchangeSchedules,
  gridSignals,
  tariffCalendar,
  generationUnavailabilities,
  installedCapacities,
  imbalance,
  odreNational,
  energyChartsPrice,
  rteServicesTariff,
  energyChartsFlows,
  energyChartsForecastDayAhead,
  energyChartsForecastCurrent,
  energyChartsSchedules,
  energyChartsCapacities,
  energyChartsGeneration,
  ...neighbourMixes,
  rteZipRealTime,
  odreConsolidated,
  odreRegional,
  odreCapacities,
  odrePastSignals,
  odreConsumptionIntensity,
  couleurTempoTariff,
  emissionFactors,
  countryIntensities,
  regulatedPrices,
  weather,
]

/** The source of an id; undefined when it names none. */
export function findSource(id: string): Source | undefined {
  return sources.find((source) => source.id === id)
}

/** The source of an id. @throws Error when it names none */
export function getSource(id: string): Source {
  const source = findSource(id)
  if (source === undefined) throw new Error(`${id} is not a registered source`)
  return source
}

/** Whether a source belongs to an open publisher. */
export function isOpenSource({ publisher }: Source): boolean {
  return openPublisherIds.some((id) => id === publisher)
}

/** The feeds of the operator's API. */
export const operatorSources: readonly Source[] = sources.filter(({ publisher }) => publisher === 'rte')

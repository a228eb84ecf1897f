import type { Received } from '../../grid/feed-calendar.ts'
import { type FeedId, feedIds } from '../../grid/feeds.ts'
import { parisTimeZone } from '../../time/paris.ts'
import { availability } from '../availability.ts'
import type { CarbonAssessment } from '../carbon-assessment.ts'
import type { SlotValue } from '../complete-hour.ts'
import { type FactorSet, gCo2eqPerKwhByType } from '../factor-set.ts'
import { type HourlySeries, hourlyMeans } from './hourly-series.ts'
import { type OutageMessage, outagesOf } from './outages.ts'
import { realisedIntensities } from './realised-intensities.ts'
import {
  type ForecastType,
  forecastTypes,
  type Imbalance,
  type RealisedHour,
  type ScoreInputs,
} from './score-inputs.ts'

/** What is stored of the feeds, each slot and message in the newest version known at one instant. */
export type ScoreRows = {
  /** The newest assessed hour, from whichever generation feed. */
  carbon: CarbonAssessment | null
  /** The last 7 days. */
  generationByType: readonly SlotValue[]
  /** Series `PRICE`, from 14 Paris days back to the last hour known. */
  powerExchanges: readonly SlotValue[]
  /** Series `HOUR`. */
  gridSignals: readonly SlotValue[]
  /** Series `TREND` and `NEGATIVE_PRICE` of the last hours. */
  imbalance: readonly SlotValue[]
  /** Series `ID`, `D-1` and `D-2`. */
  consumption: readonly SlotValue[]
  /** Series `WEEKLY`. */
  consumptionWeekly: readonly SlotValue[]
  /** Series `<ID or D-1>/<type>`, from 7 days back. */
  generationForecast: readonly SlotValue[]
  /** Series by type, slots of a calendar year. */
  installedCapacities: readonly SlotValue[]
  unavailabilities: readonly { key: string; message: OutageMessage }[]
  factorSet: FactorSet | null
  hasCountryIntensities: boolean
  received: Readonly<Record<FeedId, Received>>
}

/** Forecasts of consumption, the newest kind first. */
const consumptionSeries = ['ID', 'D-1', 'D-2'] as const
/** Forecasts of wind and sun, the newest kind first. */
const generationSeries = ['ID', 'D-1'] as const

/** Brings rows into the form that the score is computed from; see {@link ScoreInputs}. */
export function assembleScoreInputs(rows: ScoreRows, now: Temporal.Instant): ScoreInputs {
  const availabilityByFeed = Object.fromEntries(
    feedIds.map((feed) => [feed, availability(feed, rows.received[feed], now)]),
  ) as Record<FeedId, number>
  const factors = rows.factorSet && gCo2eqPerKwhByType(rows.factorSet)
  const consumption = hourlyMeans(rows.consumption)
  return {
    priceEurPerMwh: seriesOf(rows.powerExchanges, 'PRICE'),
    realised: rows.carbon && realisedHour(rows.carbon),
    realisedGCo2eqPerKwh: factors === null ? new Map() : realisedIntensities(rows.generationByType, factors, now),
    signalLevel: seriesOf(rows.gridSignals, 'HOUR'),
    imbalance: availabilityByFeed.imbalance > 0 ? newestImbalance(rows.imbalance) : null,
    expectedConsumptionMw: firstKnown(consumptionSeries.map((series) => consumption.get(series))),
    weeklyConsumptionMw: seriesOf(rows.consumptionWeekly, 'WEEKLY'),
    forecastMw: forecastsByType(rows.generationForecast),
    installedMwByYear: capacitiesByYear(rows.installedCapacities),
    outages:
      availabilityByFeed.generation_unavailabilities > 0
        ? rows.unavailabilities.flatMap(({ key, message }) => outagesOf(key, message))
        : null,
    gCo2eqPerKwhByType: factors,
    availabilityByFeed,
    isReferenceKnown: {
      emission_factors: rows.factorSet !== null,
      country_intensities: rows.hasCountryIntensities,
    },
  }
}

function seriesOf(values: readonly SlotValue[], series: string): HourlySeries {
  return hourlyMeans(values.filter((value) => value.series === series)).get(series) ?? new Map()
}

function realisedHour({ slotEnd, productionGCo2eqPerKwh, mix }: CarbonAssessment): RealisedHour {
  return {
    endMs: Temporal.Instant.from(slotEnd).epochMilliseconds,
    gCo2eqPerKwh: productionGCo2eqPerKwh,
    powerMwByType: Object.fromEntries(mix.map(({ productionType, powerMw }) => [productionType, powerMw])),
  }
}

/** Of each hour the value of the first series that knows it. */
function firstKnown(series: readonly (HourlySeries | undefined)[]): HourlySeries {
  return new Map(series.toReversed().flatMap((hours) => [...(hours ?? [])]))
}

function forecastsByType(values: readonly SlotValue[]): Partial<Record<ForecastType, HourlySeries>> {
  const bySeries = hourlyMeans(values)
  return Object.fromEntries(
    forecastTypes.flatMap((type) => {
      const merged = firstKnown(generationSeries.map((kind) => bySeries.get(`${kind}/${type}`)))
      return merged.size === 0 ? [] : [[type, merged]]
    }),
  )
}

function capacitiesByYear(values: readonly SlotValue[]): Map<number, Record<string, number>> {
  const byYear = Map.groupBy(values, ({ slotStart }) => slotStart.toZonedDateTimeISO(parisTimeZone).year)
  return new Map(
    [...byYear].map(([year, ofYear]) => [year, Object.fromEntries(ofYear.map(({ series, value }) => [series, value]))]),
  )
}

/** Of the quarter-hours in which both trend and price are known, the newest. */
function newestImbalance(values: readonly SlotValue[]): Imbalance | null {
  const trendAt = new Map(values.filter(isSeries('TREND')).map((slot) => [slot.slotEnd.epochMilliseconds, slot.value]))
  const [newest] = values
    .filter(isSeries('NEGATIVE_PRICE'))
    .filter(({ slotEnd }) => trendAt.has(slotEnd.epochMilliseconds))
    .toSorted((a, b) => Temporal.Instant.compare(b.slotEnd, a.slotEnd))
  if (newest === undefined) return null
  return {
    isUpward: trendAt.get(newest.slotEnd.epochMilliseconds) === 1,
    negativePriceEurPerMwh: newest.value,
  }
}

const isSeries =
  (series: string) =>
  (slot: SlotValue): boolean =>
    slot.series === series

import { recordFromEntries } from '../../../bounds/record-from-entries.ts'
import { computeEachTime, type Reuse } from '../../../bounds/reuse.ts'
import type { Received } from '../../../grid/feed-calendar.ts'
import { type FeedId, feedIds } from '../../../grid/feeds.ts'
import { hourStart } from '../../../time/instant.ts'
import { toParisYear } from '../../../time/paris.ts'
import { computeAvailability } from '../../availability.ts'
import type { CarbonAssessment } from '../../carbon-assessment.ts'
import { type FactorSet, toGCo2eqPerKwhByType } from '../../emission-factors.ts'
import { computeHourlyMeans, type HourlySeries, type SlotValue, takeFirstKnown } from '../../hourly-means.ts'
import { listOutages, type Outage, type OutageMessage } from '../sub-scores/available-capacity.ts'
import { computeRealisedIntensities } from '../sub-scores/carbon-score.ts'
import {
  type ForecastType,
  forecastTypes,
  type Imbalance,
  type RealisedHour,
  type ScoreInputs,
  scoredForecastLeads,
} from '../sub-scores/score-inputs.ts'

/** Rows of the feeds, each slot and message in the newest version known at one instant. */
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
export const consumptionSeries = ['ID', 'D-1', 'D-2'] as const

/** Turns the rows known at one instant into {@link ScoreInputs}. */
export type InputAssembler = (rows: ScoreRows, now: Temporal.Instant) => ScoreInputs

export const assembleScoreInputs: InputAssembler = (rows, now) => createInputAssembler(computeEachTime)(rows, now)

/**
 * Makes an assembler whose parts go through `reuse`: identical arrays of rows, in the same hour, are not processed again. The result is the
 * same.
 */
export function createInputAssembler(reuse: Reuse): InputAssembler {
  const parts = createInputParts(reuse)
  return function assemble(rows, now) {
    const availabilityByFeed = recordFromEntries(feedIds, (feed) => computeAvailability(feed, rows.received[feed], now))
    const factors = rows.factorSet && parts.factors(rows.factorSet)
    return {
      priceEurPerMwh: parts.price(rows.powerExchanges, 'PRICE'),
      realised: rows.carbon && parts.realised(rows.carbon),
      realisedGCo2eqPerKwh:
        factors === null
          ? new Map()
          : parts.realisedIntensities(rows.generationByType, factors, hourStart(now).epochMilliseconds),
      signalLevel: parts.signal(rows.gridSignals, 'HOUR'),
      imbalance: availabilityByFeed.imbalance > 0 ? parts.imbalance(rows.imbalance) : null,
      expectedConsumptionMw: parts.consumption(rows.consumption),
      weeklyConsumptionMw: parts.weekly(rows.consumptionWeekly, 'WEEKLY'),
      forecastMw: parts.forecasts(rows.generationForecast),
      installedMwByYear: parts.capacities(rows.installedCapacities),
      outages: availabilityByFeed.generation_unavailabilities > 0 ? parts.outages(rows.unavailabilities) : null,
      gCo2eqPerKwhByType: factors,
      availabilityByFeed,
      isReferenceKnown: {
        emission_factors: rows.factorSet !== null,
        country_intensities: rows.hasCountryIntensities,
      },
    }
  }
}

/** One reuse per part: two parts that read the same kind of rows must not evict each other's result. */
function createInputParts(reuse: Reuse) {
  return {
    factors: reuse(toGCo2eqPerKwhByType),
    price: reuse(toSeries),
    realised: reuse(toRealisedHour),
    realisedIntensities: reuse(computeIntensitiesUpTo),
    signal: reuse(toSeries),
    imbalance: reuse(findNewestImbalance),
    consumption: reuse(toExpectedConsumption),
    weekly: reuse(toSeries),
    forecasts: reuse(groupForecastsByType),
    capacities: reuse(groupCapacitiesByYear),
    outages: reuse(listAllOutages),
  }
}

/** Takes the start of the hour, which changes less often: the same hours have ended by it. */
function computeIntensitiesUpTo(
  values: readonly SlotValue[],
  factors: Readonly<Record<string, number>>,
  hourStartMs: number,
): HourlySeries {
  return computeRealisedIntensities(values, factors, Temporal.Instant.fromEpochMilliseconds(hourStartMs))
}

function toExpectedConsumption(values: readonly SlotValue[]): HourlySeries {
  const bySeries = computeHourlyMeans(values)
  return takeFirstKnown(consumptionSeries.map((series) => bySeries.get(series)))
}

function listAllOutages(messages: ScoreRows['unavailabilities']): Outage[] {
  return messages.flatMap(({ key, message }) => listOutages(key, message))
}

function toSeries(values: readonly SlotValue[], series: string): HourlySeries {
  return computeHourlyMeans(values.filter((value) => value.series === series)).get(series) ?? new Map()
}

function toRealisedHour({ slotEnd, productionGCo2eqPerKwh, mix }: CarbonAssessment): RealisedHour {
  return {
    endMs: Temporal.Instant.from(slotEnd).epochMilliseconds,
    gCo2eqPerKwh: productionGCo2eqPerKwh,
    powerMwByType: Object.fromEntries(mix.map(({ productionType, powerMw }) => [productionType, powerMw])),
  }
}

function groupForecastsByType(values: readonly SlotValue[]): Partial<Record<ForecastType, HourlySeries>> {
  const bySeries = computeHourlyMeans(values)
  return Object.fromEntries(
    forecastTypes.flatMap((type) => {
      const merged = takeFirstKnown(scoredForecastLeads.map((kind) => bySeries.get(`${kind}/${type}`)))
      return merged.size === 0 ? [] : [[type, merged]]
    }),
  )
}

function groupCapacitiesByYear(values: readonly SlotValue[]): Map<number, Record<string, number>> {
  const byYear = Map.groupBy(values, ({ slotStart }) => toParisYear(slotStart))
  return new Map(
    [...byYear].map(([year, ofYear]) => [year, Object.fromEntries(ofYear.map(({ series, value }) => [series, value]))]),
  )
}

/** The newest quarter-hour with both trend and price. */
function findNewestImbalance(values: readonly SlotValue[]): Imbalance | null {
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

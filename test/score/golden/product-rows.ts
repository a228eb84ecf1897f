import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { type FeedId, feedIds } from '@hexawatt/shared/grid/feeds'
import { assessCarbon } from '@hexawatt/shared/methodology/carbon-assessment'
import { completeFactors, type FactorSet } from '@hexawatt/shared/methodology/emission-factors'
import type { SlotValue } from '@hexawatt/shared/methodology/hourly-means'
import type { ScoreRows } from '@hexawatt/shared/methodology/score/inputs/assemble-inputs'
import { generationHours, quarterHourlyMixRows } from './product-generation-rows.ts'
import { intradaySunRows, loadHours, priceHours, windAndSunHours } from './product-market-rows.ts'
import { type Recording, type StoredHours, storedRows } from './recording.ts'
import type { Situation, Span } from './situation.ts'

const gCo2eqPerKwhByType = {
  FOSSIL_GAS: 418,
  FOSSIL_HARD_COAL: 1060,
  FOSSIL_OIL: 730,
  HYDRO_RUN_OF_RIVER_AND_POUNDAGE: 6,
  HYDRO_WATER_RESERVOIR: 6,
  NUCLEAR: 3.7,
  SOLAR: 43.9,
  WIND_OFFSHORE: 15.6,
  WIND_ONSHORE: 14.1,
}

/** The agency's elements as the product holds them. */
const factorSet: FactorSet = {
  source: 'agency',
  license: 'open',
  databaseVersion: 'V23.6',
  lastSyncedAt: '2023-01-01T00:00:00Z',
  factors: completeFactors(
    Object.entries(gCo2eqPerKwhByType).map(([productionType, gCo2eqPerKwh]) => ({
      productionType,
      gCo2eqPerKwh,
      elementId: '1',
      elementName: productionType,
      boundaryName: 'production',
      modifiedOn: '2020-01-01',
      validUntil: null,
      isFallback: false,
    })),
  ),
}

/** Days of rows of each feed: at least what the score looks back. */
const daysBack = { generation: 7, prices: 16, windAndSun: 8, load: 1 }

/** The stored rows of the product at the instant of a situation: what was known by then, and nothing else. */
export function productRows(recording: Recording, situation: Situation): ScoreRows {
  const now = Temporal.Instant.from(situation.now)
  const rowsOf = (hours: StoredHours) => storedRows(recording, hours)
  const generationByType = rowsOf(generationHours(situation, now, daysBack.generation))
  const known = situation.hasEmissionFactors ? factorSet : null
  const generationMix15min = quarterHourlyMixRows(recording, situation, now)
  const carbon =
    known &&
    assessCarbon(
      {
        generationByType,
        generationMix15min,
        physicalFlows: [],
        exchangeSchedules: [],
        factorSet: known,
        countryIntensities: [],
      },
      now,
    )
  return {
    carbon,
    generationByType,
    powerExchanges: rowsOf(priceHours(situation, now, daysBack.prices)),
    gridSignals: situation.signals.map(slotOf('HOUR')),
    imbalance: imbalanceRows(situation),
    consumption: [...rowsOf(loadHours(situation, now, daysBack.load)), ...situation.intradayLoad.map(slotOf('ID'))],
    consumptionWeekly: situation.weeklyLoad.map(slotOf('WEEKLY')),
    generationForecast: [
      ...intradaySunRows(recording, situation, now),
      ...rowsOf(windAndSunHours(situation, now, daysBack.windAndSun)),
    ],
    installedCapacities: capacityRows(situation),
    unavailabilities: situation.outages.map(
      ({ key, unitCode, unitName, productionType, installedMw, status, periods }) => ({
        key,
        message: {
          fuelType: productionType,
          unitEicCode: unitCode,
          unitName,
          installedCapacityMw: installedMw,
          eventStatus: status,
          periods,
        },
      }),
    ),
    factorSet: known,
    hasCountryIntensities: situation.hasCountryIntensities,
    received: recordFromEntries(feedIds, (feed) => receivedOf(situation, feed)),
  }
}

function receivedOf({ received }: Situation, feed: FeedId): ScoreRows['received'][FeedId] {
  const { newestSlotEnd = null, lastSuccess = null } = received[feed] ?? {}
  return {
    newestSlotEnd: newestSlotEnd === null ? null : Temporal.Instant.from(newestSlotEnd),
    lastSuccess: lastSuccess === null ? null : Temporal.Instant.from(lastSuccess),
    publisher: null,
  }
}

const slotOf =
  (series: string) =>
  ({ start, minutes, value }: Span): SlotValue => {
    const slotStart = Temporal.Instant.from(start)
    return { series, slotStart, slotEnd: slotStart.add({ minutes }), value }
  }

function imbalanceRows({ imbalance }: Situation): SlotValue[] {
  return imbalance.flatMap(({ start, trend, shortagePriceEurPerMwh }) => {
    const quarter = (value: number | null, series: string) =>
      value === null ? [] : [slotOf(series)({ start, minutes: 15, value })]
    return [...quarter(trend, 'TREND'), ...quarter(shortagePriceEurPerMwh, 'NEGATIVE_PRICE')]
  })
}

function capacityRows({ capacities }: Situation): SlotValue[] {
  const newYear = (year: number) =>
    Temporal.ZonedDateTime.from({ year, month: 1, day: 1, timeZone: 'Europe/Paris' }).toInstant()
  return capacities.flatMap(({ year, mwByType }) =>
    Object.entries(mwByType).map(([series, value]) => ({
      series,
      slotStart: newYear(year),
      slotEnd: newYear(year + 1),
      value,
    })),
  )
}

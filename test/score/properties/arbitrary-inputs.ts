import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { feedIds } from '@hexawatt/shared/grid/feeds'
import type { HourlySeries } from '@hexawatt/shared/methodology/hourly-means'
import { type Outage, programmableTypes } from '@hexawatt/shared/methodology/score/sub-scores/available-capacity'
import { forecastTypes, type ScoreInputs } from '@hexawatt/shared/methodology/score/sub-scores/score-inputs'
import fc from 'fast-check'

const hourMs = 3_600_000
const hoursBack = 14 * 24
const hoursAhead = 60

/** Any second of the years 2023 to 2027. */
export const anyInstant = fc
  .integer({ min: Date.UTC(2023, 0, 1) / 1000, max: Date.UTC(2028, 0, 1) / 1000 })
  .map((seconds) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000))

/** An hourly series around an instant: nothing, everything, or with holes anywhere. */
function anySeries(now: Temporal.Instant, anyValue: fc.Arbitrary<number>): fc.Arbitrary<HourlySeries> {
  const presentMs = Math.floor(now.epochMilliseconds / hourMs) * hourMs
  const anyEnd = fc.integer({ min: -hoursBack, max: hoursAhead })
  return fc
    .record({
      first: anyEnd,
      last: anyEnd,
      holeEvery: fc.constantFrom(1, 2, 3, 7, 1_000),
      values: fc.array(anyValue, { minLength: 1, maxLength: 30 }),
    })
    .map(({ first, last, holeEvery, values }) => {
      const series = new Map<number, number>()
      for (let index = first; index < last; index += 1) {
        if (index % holeEvery === 0 && holeEvery < 1_000) continue
        series.set(presentMs + index * hourMs, values[Math.abs(index) % values.length] ?? 0)
      }
      return series
    })
}

const anyMw = fc.double({ min: 0, max: 90_000, noNaN: true })
const anyFinite = (min: number, max: number) => fc.double({ min, max, noNaN: true })

function anyOutage(now: Temporal.Instant): fc.Arbitrary<Outage> {
  const anyMs = fc.integer({ min: -3 * 24 * hourMs, max: 3 * 24 * hourMs }).map((ms) => now.epochMilliseconds + ms)
  return fc.record({
    unitCode: fc.constantFrom('A', 'B', 'C'),
    productionType: fc.constantFrom(...programmableTypes, 'SOLAR'),
    startMs: anyMs,
    endMs: anyMs,
    unavailableMw: anyFinite(0, 5_000),
    installedMw: fc.option(anyFinite(0, 3_000)),
  })
}

const anyMix = fc.dictionary(
  fc.constantFrom(...programmableTypes, 'HYDRO_RUN_OF_RIVER_AND_POUNDAGE', 'SOLAR', 'WIND_OFFSHORE', 'PLASMA'),
  anyMw,
)

/** φ of every feed. */
const anyAvailability = fc
  .array(fc.constantFrom(0, 0.25, 1), { minLength: feedIds.length, maxLength: feedIds.length })
  .map((phis) => recordFromEntries(feedIds, (_feed, index) => phis[index] ?? 0))

/** Inputs at an instant with anything missing from them, in any combination. */
export function anyInputs(now: Temporal.Instant): fc.Arbitrary<ScoreInputs> {
  const series = (min: number, max: number) => anySeries(now, anyFinite(min, max))
  const { year } = now.toZonedDateTimeISO('Europe/Paris')
  return fc.record({
    priceEurPerMwh: series(-500, 4_000),
    realised: fc.option(
      fc.record({
        endMs: fc.integer({ min: 0, max: 12 * hourMs }).map((ageMs) => now.epochMilliseconds - ageMs),
        gCo2eqPerKwh: anyFinite(0, 1_200),
        powerMwByType: anyMix,
      }),
    ),
    realisedGCo2eqPerKwh: series(0, 1_200),
    signalLevel: anySeries(now, fc.constantFrom(0, 1, 2, 3)),
    imbalance: fc.option(fc.record({ isUpward: fc.boolean(), negativePriceEurPerMwh: anyFinite(-500, 10_000) })),
    expectedConsumptionMw: series(0, 110_000),
    weeklyConsumptionMw: series(0, 110_000),
    forecastMw: fc.record(
      recordFromEntries(forecastTypes, () => series(0, 30_000)),
      { requiredKeys: [] },
    ),
    installedMwByYear: fc
      .array(fc.tuple(fc.constantFrom(year, year + 1), anyMix), { maxLength: 2 })
      .map((years) => new Map(years)),
    outages: fc.option(fc.array(anyOutage(now), { maxLength: 8 })),
    gCo2eqPerKwhByType: fc.option(
      fc.dictionary(fc.constantFrom('NUCLEAR', 'FOSSIL_GAS', 'SOLAR'), anyFinite(0, 1_060)),
    ),
    availabilityByFeed: anyAvailability,
    isReferenceKnown: fc.record({ emission_factors: fc.boolean(), country_intensities: fc.boolean() }),
  })
}

/** The inputs without one source. */
export const removals: Readonly<Record<string, (inputs: ScoreInputs) => Partial<ScoreInputs>>> = {
  generation_by_type: () => ({ realised: null, realisedGCo2eqPerKwh: new Map() }),
  generation_mix_15min: () => ({ realised: null }),
  generation_forecast: () => ({ forecastMw: {} }),
  consumption: () => ({ expectedConsumptionMw: new Map() }),
  consumption_weekly: () => ({ weeklyConsumptionMw: new Map() }),
  power_exchanges: () => ({ priceEurPerMwh: new Map() }),
  physical_flows: () => ({}),
  exchange_schedules: () => ({}),
  grid_signals: () => ({ signalLevel: new Map() }),
  generation_unavailabilities: () => ({ outages: null }),
  installed_capacities: () => ({ installedMwByYear: new Map() }),
  imbalance: () => ({ imbalance: null }),
  emission_factors: ({ isReferenceKnown }) => ({
    realised: null,
    realisedGCo2eqPerKwh: new Map(),
    gCo2eqPerKwhByType: null,
    isReferenceKnown: { ...isReferenceKnown, emission_factors: false },
  }),
}

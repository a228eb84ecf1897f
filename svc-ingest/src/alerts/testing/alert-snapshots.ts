import { allKnown } from '@hexawatt/shared/methodology/score/known-dimensions'
import type { Sql } from '@hexawatt/shared/postgres/client'
import {
  type CarbonSnapshot,
  carbonSnapshot,
  type ForecastHour,
  type ForecastSnapshot,
  forecastSnapshot,
  type ScoreSnapshot,
  scoreSnapshot,
  type TariffSnapshot,
  tariffSnapshot,
} from '@hexawatt/shared/snapshot/kinds'
import { buildRowName, type SnapshotKind } from '@hexawatt/shared/snapshot/snapshot-store'
import { isoSeconds } from '@hexawatt/shared/time/instant'

async function store<Body>(sql: Sql, kind: SnapshotKind<Body>, body: Body, at: Temporal.Instant): Promise<void> {
  await sql`
    insert into live_snapshots (name, body, computed_at) values (${buildRowName(kind)}, ${JSON.stringify(body)}::text::json, ${at})
    on conflict (name) do update set body = excluded.body, computed_at = excluded.computed_at`
}

const subScores = (value: number) =>
  (['price', 'carbon', 'grid', 'adequacy'] as const).map((dimension) => ({ dimension, value, detail: '' }))

/** A live score whose four sub-scores have one value. */
export function storeScore(sql: Sql, at: Temporal.Instant, score: number, changes: Partial<ScoreSnapshot> = {}) {
  const body: ScoreSnapshot = {
    mode: 'demo',
    computedAt: isoSeconds(at),
    subScores: subScores(score),
    knownDimensions: allKnown,
    confidence: 90,
    hasLateSource: false,
    sourceAvailability: {},
    spotPriceEurPerMWh: 40,
    gridSignalStatus: 'Favorable',
    ...changes,
  }
  return store(sql, scoreSnapshot, body, at)
}

/** The intensity of the hour that has just ended. */
export function storeCarbon(sql: Sql, at: Temporal.Instant, gCo2PerKwh: number) {
  const assessment: CarbonSnapshot['assessment'] = {
    slotStart: isoSeconds(at.subtract({ hours: 1 })),
    slotEnd: isoSeconds(at),
    slotSource: 'generation_by_type',
    productionGCo2eqPerKwh: gCo2PerKwh,
    consumptionGCo2eqPerKwh: null,
    importBasis: null,
    missingBorders: [],
    unmappedImportCountries: null,
    totalGenerationMw: 50_000,
    lowCarbonPct: 95,
    renewablePct: 30,
    mix: [],
    emissionFactors: {
      source: null,
      license: null,
      lastSyncedAt: isoSeconds(at),
      mostRecentAdemeModification: '2026-01-01',
      expiredValidityFactors: null,
      fallbackFactors: null,
      unmappedProductionTypes: null,
      factorBoundaries: null,
      containsExpiredValidity: false,
      containsFallbackValues: false,
    },
  }
  return store(sql, carbonSnapshot, { mode: 'demo', computedAt: isoSeconds(at), assessment }, at)
}

/** Colours by the Paris days that follow one another from `date` on. */
export function storeTariff(sql: Sql, at: Temporal.Instant, days: TariffSnapshot['days']) {
  const body = { mode: 'demo', computedAt: isoSeconds(at), publishedAt: null, fetchedAt: null, days } as const
  return store(sql, tariffSnapshot, body, at)
}

/** 48 hours from the hour in progress on, with the scores, intensities and prices of a function of their index. */
export function storeForecast(
  sql: Sql,
  at: Temporal.Instant,
  valuesAt: (hour: number) => { score: number; carbon: number; price: number | null },
) {
  const first = at.round({ smallestUnit: 'hour', roundingMode: 'floor' })
  const hours = Array.from({ length: 49 }, (_, index): ForecastHour => {
    const { score, carbon, price } = valuesAt(index)
    return {
      time: isoSeconds(first.add({ hours: index })),
      subScores: subScores(score),
      knownDimensions: allKnown,
      confidence: 80,
      spotPriceEurPerMWh: price,
      carbonIntensityGco2Kwh: carbon,
      carbonBand: null,
      directCarbon: { gCo2PerKwh: carbon, band: null },
      consumptionCarbon: { gCo2PerKwh: carbon, band: null },
      directConsumptionCarbon: { gCo2PerKwh: carbon, band: null },
      price: { eurPerMwh: price, basis: price === null ? null : 'auction', band: null, quarterHours: null },
      scoreBand: null,
      windMw: 6_000,
      solarMw: 3_000,
    }
  })
  const [hourInProgress = null, ...later] = hours
  const body: ForecastSnapshot = {
    mode: 'demo',
    issuedAt: isoSeconds(at),
    method: 'analog_mix',
    hasLateSource: false,
    hourInProgress,
    hours: later,
  }
  return store(sql, forecastSnapshot, body, at)
}

import * as v from 'valibot'
import { EmissionFactorsMetadata } from '../contract/carbon/carbon-intensity.ts'
import { DashboardExchanges } from '../contract/dashboard/exchanges-and-regions.ts'
import { DashboardHour, DashboardResponse, dashboardMixHours, EnglishDetails, MixSlot } from '../contract/dashboard.ts'
import { AccuracyResponse } from '../contract/forecast/accuracy.ts'
import { GridStatusHour } from '../contract/grid-and-tariff.ts'
import { SubScore } from '../contract/score.ts'
import { StatusResponse } from '../contract/status.ts'
import { KnownDimensions } from '../contract/values/by-dimension.ts'
import { FiniteNumber, Int32, IsoDate, UtcTimestamp } from '../contract/values/fields.ts'
import { dataModes } from '../grid/feeds.ts'
import { gridSignalStatuses, tariffColorNames } from '../grid/public-signals.ts'
import type { CarbonAssessment } from '../methodology/carbon-assessment.ts'
import { forecastMethods } from '../methodology/forecast/forecast-issue.ts'
import { importBases } from '../methodology/net-imports.ts'
import { computedOutlookHours } from '../methodology/score/sub-scores/score-inputs.ts'
import { colorVariants } from '../methodology/tariff-colors/forecast-colors.ts'
import type { SnapshotKind } from './snapshot-store.ts'

/** Freshness of every source, as svc-ingest writes it and the gateway serves it. */
export const statusSnapshot: SnapshotKind<StatusResponse> = { name: 'status', schemaVersion: 5, schema: StatusResponse }

/** Open publisher behind the snapshot in live mode; absent when no open source was used. */
const UsesSpare = v.optional(v.boolean())

const Assessment: v.GenericSchema<CarbonAssessment> = v.strictObject({
  slotStart: UtcTimestamp,
  slotEnd: UtcTimestamp,
  slotSource: v.picklist(['generation_by_type', 'generation_mix_15min']),
  productionGCo2eqPerKwh: FiniteNumber,
  consumptionGCo2eqPerKwh: v.nullable(FiniteNumber),
  importBasis: v.nullable(v.picklist(importBases)),
  missingBorders: v.array(v.string()),
  unmappedImportCountries: v.nullable(v.array(v.string())),
  totalGenerationMw: FiniteNumber,
  lowCarbonPct: FiniteNumber,
  renewablePct: FiniteNumber,
  mix: v.array(v.strictObject({ productionType: v.string(), powerMw: FiniteNumber })),
  emissionFactors: EmissionFactorsMetadata,
})

/** The newest carbon assessment, as svc-ingest computes it and svc-carbon serves it. */
export const CarbonSnapshot = v.strictObject({
  mode: v.picklist(dataModes),
  computedAt: UtcTimestamp,
  usesSpare: UsesSpare,
  assessment: Assessment,
})
export type CarbonSnapshot = v.InferOutput<typeof CarbonSnapshot>

export const carbonSnapshot: SnapshotKind<CarbonSnapshot> = { name: 'carbon', schemaVersion: 3, schema: CarbonSnapshot }

const SubScores = v.pipe(v.array(SubScore), v.length(4))

/** The live score before any weighting, as svc-ingest computes it and svc-score serves it. Prices are rounded as served; `detail` says nothing of the weighting. */
export const ScoreSnapshot = v.strictObject({
  mode: v.picklist(dataModes),
  computedAt: UtcTimestamp,
  subScores: SubScores,
  knownDimensions: KnownDimensions,
  confidence: Int32,
  /** A feed that the score weighs is late or missing, or in live mode given by an open source. */
  hasLateSource: v.boolean(),
  sourceAvailability: v.record(v.string(), v.boolean()),
  spotPriceEurPerMWh: v.nullable(FiniteNumber),
  gridSignalStatus: v.nullable(v.picklist(gridSignalStatuses)),
})
export type ScoreSnapshot = v.InferOutput<typeof ScoreSnapshot>

export const scoreSnapshot: SnapshotKind<ScoreSnapshot> = { name: 'score', schemaVersion: 2, schema: ScoreSnapshot }

/** p10 and p90 of a forecast value; null where there is none. */
const Band = v.nullable(v.strictObject({ low: FiniteNumber, high: FiniteNumber }))

const Intensity = v.strictObject({ gCo2PerKwh: v.nullable(FiniteNumber), band: Band })

/** One hour of the newest forecast, before any weighting. Intensities in gCO2eq/kWh, prices in EUR/MWh. */
export const ForecastHour = v.strictObject({
  time: UtcTimestamp,
  subScores: SubScores,
  knownDimensions: KnownDimensions,
  confidence: Int32,
  spotPriceEurPerMWh: v.nullable(FiniteNumber),
  carbonIntensityGco2Kwh: v.nullable(FiniteNumber),
  carbonBand: Band,
  /** The same mix with the operator's direct factors. */
  directCarbon: Intensity,
  /** Of French consumption, imports included, with both sets of factors. */
  consumptionCarbon: Intensity,
  directConsumptionCarbon: Intensity,
  /** The auctioned price, else its estimate. */
  price: v.strictObject({
    eurPerMwh: v.nullable(FiniteNumber),
    basis: v.nullable(v.picklist(['auction', 'estimate'])),
    band: Band,
    /** Auctioned prices of the quarter-hours, whose mean is the price of the hour; null where the auction was by the hour, and beyond it. */
    quarterHours: v.nullable(v.pipe(v.array(FiniteNumber), v.length(4))),
  }),
  /** Of the score under national weights. */
  scoreBand: Band,
  /** Forecast of wind, on- and offshore, and of sun, MW, as the forecast of the mix used it; null where there is none. */
  windMw: v.nullable(FiniteNumber),
  solarMw: v.nullable(FiniteNumber),
})
export type ForecastHour = v.InferOutput<typeof ForecastHour>

/** The newest forecast. */
export const ForecastSnapshot = v.strictObject({
  mode: v.picklist(dataModes),
  issuedAt: UtcTimestamp,
  method: v.picklist(forecastMethods),
  hasLateSource: v.boolean(),
  /** The hour in progress: its remaining quarter-hours belong to the outlook. */
  hourInProgress: v.nullable(ForecastHour),
  /** Ascending, from the first full hour after `issuedAt` on. */
  hours: v.array(ForecastHour),
})
export type ForecastSnapshot = v.InferOutput<typeof ForecastSnapshot>

export const forecastSnapshot: SnapshotKind<ForecastSnapshot> = {
  name: 'forecast',
  schemaVersion: 6,
  schema: ForecastSnapshot,
}

/** Basis of the sub-scores of the live score, in English: the snapshot of the score has the French sentences of the API. */
export const ScoreReasonsSnapshot = v.strictObject({
  /** Instant of the score that they belong to. */
  computedAt: UtcTimestamp,
  english: EnglishDetails,
})
export type ScoreReasonsSnapshot = v.InferOutput<typeof ScoreReasonsSnapshot>

export const scoreReasonsSnapshot: SnapshotKind<ScoreReasonsSnapshot> = {
  name: 'score_reasons',
  schemaVersion: 1,
  schema: ScoreReasonsSnapshot,
}

/** The newest signal by Paris day, ascending. The service names the days (D, D+1 …) by the day on which it is asked. */
export const GridStatusSnapshot = v.strictObject({
  mode: v.picklist(dataModes),
  computedAt: UtcTimestamp,
  publishedAt: v.nullable(UtcTimestamp),
  fetchedAt: UtcTimestamp,
  /** An issue is missing that was due. */
  isStale: v.boolean(),
  usesSpare: UsesSpare,
  days: v.array(
    v.strictObject({
      date: IsoDate,
      status: v.picklist(gridSignalStatuses),
      message: v.string(),
      hours: v.array(GridStatusHour),
    }),
  ),
})
export type GridStatusSnapshot = v.InferOutput<typeof GridStatusSnapshot>

export const gridStatusSnapshot: SnapshotKind<GridStatusSnapshot> = {
  name: 'grid_status',
  schemaVersion: 2,
  schema: GridStatusSnapshot,
}

/** The known colours by Paris day, ascending, from yesterday on (whose colour applies until 06:00). */
export const TariffSnapshot = v.strictObject({
  mode: v.picklist(dataModes),
  computedAt: UtcTimestamp,
  publishedAt: v.nullable(UtcTimestamp),
  fetchedAt: v.nullable(UtcTimestamp),
  usesSpare: UsesSpare,
  days: v.array(v.strictObject({ date: IsoDate, color: v.picklist(tariffColorNames) })),
})
export type TariffSnapshot = v.InferOutput<typeof TariffSnapshot>

export const tariffSnapshot: SnapshotKind<TariffSnapshot> = { name: 'tariff', schemaVersion: 2, schema: TariffSnapshot }

const Probability = v.pipe(FiniteNumber, v.minValue(0), v.maxValue(1))

/** The newest outlook of the tariff's colours before rounding, its days ascending from the tariff day of `issuedAt` on. */
export const TariffOutlookSnapshot = v.strictObject({
  mode: v.picklist(dataModes),
  issuedAt: UtcTimestamp,
  /** Null while a colour of the season is unknown, because the remaining stock is then unknown too. */
  outlook: v.nullable(
    v.strictObject({
      variant: v.picklist(colorVariants),
      stock: v.strictObject({ red: Int32, white: Int32 }),
      days: v.array(
        v.strictObject({
          date: IsoDate,
          color: v.nullable(v.picklist(['BLUE', 'WHITE', 'RED'])),
          probabilities: v.strictObject({ blue: Probability, white: Probability, red: Probability }),
        }),
      ),
    }),
  ),
})
export type TariffOutlookSnapshot = v.InferOutput<typeof TariffOutlookSnapshot>

export const tariffOutlookSnapshot: SnapshotKind<TariffOutlookSnapshot> = {
  name: 'tariff_outlook',
  schemaVersion: 2,
  schema: TariffOutlookSnapshot,
}

/** The last hours of the mix as the dashboard shows them, oldest first, and the exchanges of the newest. */
export const MixSnapshot = v.strictObject({
  mode: v.picklist(dataModes),
  computedAt: UtcTimestamp,
  slots: v.pipe(v.array(MixSlot), v.maxLength(dashboardMixHours)),
  exchanges: v.nullable(DashboardExchanges),
})
export type MixSnapshot = v.InferOutput<typeof MixSnapshot>

export const mixSnapshot: SnapshotKind<MixSnapshot> = { name: 'mix', schemaVersion: 2, schema: MixSnapshot }

/**
 * Everything that the page at `/` shows, as svc-ingest writes it: some hours more than are served, like the forecast. A part that a later version has added
 * is optional, so that it is served as unknown while svc-ingest does not write it yet.
 */
export const DashboardSnapshot = v.strictObject({
  ...DashboardResponse.entries,
  hours: v.pipe(v.array(DashboardHour), v.maxLength(computedOutlookHours)),
  incidents: v.optional(DashboardResponse.entries.incidents, null),
  consumption: v.optional(DashboardResponse.entries.consumption, null),
})
export type DashboardSnapshot = v.InferOutput<typeof DashboardSnapshot>

export const dashboardSnapshot: SnapshotKind<DashboardSnapshot> = {
  name: 'dashboard',
  schemaVersion: 12,
  schema: DashboardSnapshot,
}

/** The scoreboard of the archived forecasts, as svc-ingest computes it and svc-history serves it. */
export const accuracySnapshot: SnapshotKind<AccuracyResponse> = {
  name: 'accuracy',
  schemaVersion: 4,
  schema: AccuracyResponse,
}

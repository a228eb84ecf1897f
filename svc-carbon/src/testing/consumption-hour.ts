import type { ConsumptionSnapshot } from '@hexawatt/shared/snapshot/consumption'

const toMs = (text: string): number => Temporal.Instant.from(text).epochMilliseconds
const startMs = toMs('2025-01-15T15:00:00Z')

type Border = ConsumptionSnapshot['hour']['borders'][number]

/** A border whose neighbour counts with its mix of the hour. */
export const makeBorder = (country: string, netImportMw: number, changes: Partial<Border> = {}): Border => ({
  country,
  netImportMw,
  gCo2PerKwhByRule: { lifeCycle: 170.355, direct: 160.1 },
  basis: 'hour',
  sourceStartMs: startMs,
  ...changes,
})

/** An hour with its imports, with nothing missing. */
export const consumptionHour: ConsumptionSnapshot['hour'] = {
  startMs,
  knownFromMs: toMs('2025-01-15T17:41:07.5Z'),
  productionMw: 48_778,
  productionKgPerHour: { lifeCycle: 2_172_572, direct: 1_900_000 },
  borders: [makeBorder('BE', 234.04), makeBorder('IT', -1_941.06)],
  importMw: 234.04,
  importedTonnesPerHour: { lifeCycle: 39.87, direct: 37.47 },
  exportsMw: 1_941.06,
  domesticShare: 0.995224,
  intensity: { lifeCycle: 45.145, direct: 39.531 },
  yearlyGCo2eqPerKwh: 44.888,
  mixSource: 'generation_by_type',
  mixFinality: 1,
  methodologyVersion: 1,
}

/** The explanation of that hour as far as svc-carbon passes it on. */
export const explainedHour: NonNullable<ConsumptionSnapshot['explained']> = {
  slotStart: '2025-01-15T15:00:00Z',
  slotEnd: '2025-01-15T16:00:00Z',
  issuedAt: '2025-01-15T17:41:07Z',
  methodologyVersion: 1,
  feed: 'generation_by_type',
  production: { terms: [], sumPowerMW: 48_778, sumEmissionsKg: 2_172_572, sumDirectEmissionsKg: 1_900_000 },
  borders: [],
  importedMW: 234.04,
  importedEmissionsKg: 39_870,
  importedDirectEmissionsKg: 37_470,
  domesticShare: 0.995224,
  unroundedGCo2PerKwh: 45.145,
  gCo2PerKwh: 45.15,
  unroundedDirectGCo2PerKwh: 39.531,
  directGCo2PerKwh: 39.53,
  sources: [],
}

import { expect, test } from 'bun:test'
import { recordFromEntries } from '../bounds/record-from-entries.ts'
import { feedIds } from '../grid/feeds.ts'
import type { ScoreInputs } from '../methodology/score/sub-scores/score-inputs.ts'
import { buildInputRecord, maxPayloadIds } from './input-record.ts'

const availabilityByFeed = recordFromEntries(feedIds, () => 0.5)
const inputs: ScoreInputs = {
  priceEurPerMwh: new Map(),
  realised: null,
  realisedGCo2eqPerKwh: new Map(),
  signalLevel: new Map(),
  imbalance: null,
  expectedConsumptionMw: new Map(),
  weeklyConsumptionMw: new Map(),
  forecastMw: {},
  installedMwByYear: new Map(),
  outages: null,
  gCo2eqPerKwhByType: null,
  availabilityByFeed,
  isReferenceKnown: { emission_factors: false, country_intensities: false },
}
const rowOf = (payloadId: string, minute: number) => ({
  publisher: 'rte' as const,
  payloadId,
  knownFrom: Temporal.Instant.from('2026-02-03T12:00:00Z').add({ minutes: minute }),
  sourceUpdatedAt: null,
})

test('every feed is recorded, including a feed without values', () => {
  const record = buildInputRecord({}, inputs)
  expect(Object.keys(record)).toEqual([...feedIds])
  expect(record.imbalance).toEqual({ phi: 0.5, rows: 0, newestKnownFrom: null, payloadIds: [] })
})

test('payloads are recorded once, by number, and the newest ones when there are many', () => {
  const few = buildInputRecord({ imbalance: [rowOf('10', 3), rowOf('9', 1), rowOf('10', 2)] }, inputs).imbalance
  expect(few).toEqual({ phi: 0.5, rows: 3, newestKnownFrom: '2026-02-03T12:03:00Z', payloadIds: [9, 10] })
  const many = Array.from({ length: 3 * maxPayloadIds }, (_, index) => rowOf(String(index), index))
  const { payloadIds, rows } = buildInputRecord({ imbalance: many }, inputs).imbalance
  expect(rows).toBe(3 * maxPayloadIds)
  expect(payloadIds).toHaveLength(maxPayloadIds)
  expect([payloadIds[0], payloadIds.at(-1)]).toEqual([2 * maxPayloadIds, 3 * maxPayloadIds - 1])
})

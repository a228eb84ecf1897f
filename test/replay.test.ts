import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon/carbon-intensity'
import { StatusResponse } from '@hexawatt/shared/contract/status'
import type { SourceId } from '@hexawatt/shared/grid/feeds'
import {
  findReferenceData,
  reportSkippedReferenceData,
  shippedRecordingsDir,
} from '@hexawatt/shared/testing/reference-data'
import * as v from 'valibot'
import { type RecordedHour, recordedHour } from './testing/recorded-hour.ts'
import { type System, startSystem } from './testing/system-fixture.ts'

const folder = findReferenceData()
if (folder === null) reportSkippedReferenceData('a replayed hour of May, and factors from the whole recorded database')

/** Two decimals, as a reader would round: all values here are positive. */
const cents = (value: number) => Math.round(value * 100) / 100
const tenths = (value: number) => Math.round(value * 10) / 10

/** Restatements are in no shipped recording: the generator makes them. */
const references: readonly SourceId[] = ['emission_factors', 'country_intensities']

const polled: readonly SourceId[] = ['generation_by_type', 'physical_flows', ...references]

const instants = [
  { name: 'a winter evening', asOf: '2025-01-15T18:20:00Z', hour: '2025-01-15T16', long: false },
  { name: 'the 23-hour day', asOf: '2025-03-30T03:05:00Z', hour: '2025-03-30T01', long: false },
  { name: 'a summer noon', asOf: '2025-07-12T12:10:00Z', hour: '2025-07-12T10', long: false },
  { name: 'a night with pumping', asOf: '2025-05-18T03:15:00Z', hour: '2025-05-18T01', long: true },
]

for (const { name, asOf, hour, long } of instants) {
  describe.skipIf(long && folder === null)(`replay of ${name} (${asOf})`, () => {
    let system: System
    let body: CarbonIntensityResponse
    let expected: RecordedHour

    beforeAll(async () => {
      expected = long ? await recordedHour(hour, folder ?? '') : await recordedHour(hour)
      system = await startSystem({ asOf, replayDir: long ? (folder ?? '') : shippedRecordingsDir })
      await system.poll(...polled)
      const response = await system.get('/v1/carbon/intensity')
      expect(response.status).toBe(200)
      expect(response.headers.get('x-data-mode')).toBe('replay')
      expect(response.headers.get('x-service-confidence')).toBeNull()
      body = v.parse(CarbonIntensityResponse, await response.json())
    })
    afterAll(() => system.stop())

    test('the replay serves the newest hour that could have been published, and says so', () => {
      expect(body.dataSlotStart).toBe(`${hour}:00:00Z`)
      expect(body.timestamp).toBe(asOf)
      const minutes = (Date.parse(asOf) - Date.parse(`${hour}:00:00Z`)) / 60_000 - 60
      expect(body.dataAgeMinutes).toBe(minutes)
    })

    test('the mix is the recorded one, type by type, largest first', () => {
      const served = Object.fromEntries((body.mix ?? []).map((entry) => [entry.productionType, entry.valueMW]))
      const recorded = Object.entries(expected.powerMwByType).map(([type, powerMw]) => [type, tenths(powerMw)])
      expect(served).toEqual(Object.fromEntries(recorded))
      const values = (body.mix ?? []).map((entry) => entry.valueMW)
      expect(values).toEqual([...values].sort((a, b) => b - a))
      expect(body.totalGenerationMW).toBe(tenths(expected.totalMw))
    })

    test('both intensities equal the independent calculation, and the delta is that of the rounded values', () => {
      expect(body.estimatedGCo2PerKwh).toBe(cents(expected.productionGrams))
      expect(body.estimatedGCo2PerKwhConsumption).toBe(cents(expected.consumptionGrams))
      const delta = cents(cents(expected.consumptionGrams) - cents(expected.productionGrams))
      expect(body.consumptionBoundaryDelta).toBe(delta)
      expect(body.unmappedImportCountries).toEqual([])
    })

    test('the factors are those of the database, synchronised at that instant', () => {
      expect(body.emissionFactorsSource.source).toBe('ADEME Base Carbone V23.6')
      expect(body.emissionFactorsSource.lastSyncedAt).toBe(asOf)
      expect(body.emissionFactorsSource.mostRecentAdemeModification).toBe('2023-08-23')
    })

    test('the status names what was recorded, and how flows were derived', async () => {
      const status = v.parse(StatusResponse, await (await system.get('/api/status')).json())
      expect(status.mode).toBe('replay')
      const invented = status.sources.filter(({ demo }) => demo).map(({ id }) => id)
      expect(polled.filter((id) => invented.includes(id))).toEqual(long ? [] : [...references])
      const flows = status.sources.find(({ id }) => id === 'physical_flows')
      expect(flows?.note).toMatch(/commercial exchanges/i)
    })
  })
}

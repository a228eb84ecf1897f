import { afterEach, describe, expect, test } from 'bun:test'
import { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon/carbon-intensity'
import { StatusResponse } from '@hexawatt/shared/contract/status'
import { readRecordedCsv } from '@hexawatt/shared/testing/recorded-csv'
import {
  findReferenceData,
  reportSkippedReferenceData,
  shippedRecordingsDir,
} from '@hexawatt/shared/testing/reference-data'
import * as v from 'valibot'
import { type System, startSystem } from './testing/system-fixture.ts'

const folder = findReferenceData()
if (folder === null) reportSkippedReferenceData('replays of 2020, 2023 and 2024')

let system: System
afterEach(() => system.stop())

/** Starts a replay, polls what carbon needs and returns the answer. */
async function replayAt(asOf: string, replayDir = folder ?? ''): Promise<CarbonIntensityResponse> {
  system = await startSystem({ asOf, replayDir })
  await system.poll('generation_by_type', 'generation_mix_15min', 'physical_flows', 'country_intensities')
  return v.parse(CarbonIntensityResponse, await (await system.get('/v1/carbon/intensity')).json())
}

async function isDemo(id: string): Promise<boolean | undefined> {
  const status = v.parse(StatusResponse, await (await system.get('/api/status')).json())
  return status.sources.find((source) => source.id === id)?.demo
}

describe('the shipped recordings', () => {
  test.each([
    ['2021-10-31T02:20:00Z', '2021-10-31T00:00:00Z'],
    ['2021-10-31T03:20:00Z', '2021-10-31T01:00:00Z'],
  ])(
    '2021, day of 25 hours: at %s the hour of %s is served, and unrecorded flows are marked as demo data',
    async (...of) => {
      const [asOf, hour] = of
      const body = await replayAt(asOf, shippedRecordingsDir)
      expect(body.dataSlotStart).toBe(hour)
      const rows = await readRecordedCsv(shippedRecordingsDir, 'generation_by_type_hourly_2021_clock_change.csv.gz')
      const row = rows.find((candidate) => candidate['datetime_utc'] === hour)
      const nuclear = body.mix?.find(({ productionType }) => productionType === 'NUCLEAR')
      expect(nuclear?.valueMW).toBe(Number(row?.['nuclear_mw']))
      expect([await isDemo('generation_by_type'), await isDemo('physical_flows')]).toEqual([false, true])
    },
  )

  test('2025: the last recorded hour is served after the recording has ended', async () => {
    const body = await replayAt('2025-07-25T22:30:00Z', shippedRecordingsDir)
    expect(body.dataSlotStart).toBe('2025-07-25T20:00:00Z')
    expect(await isDemo('generation_by_type')).toBe(false)
  })
})

describe.skipIf(folder === null)('other recordings', () => {
  test('2020: recorded imports per border take the newest intensity of that time', async () => {
    const body = await replayAt('2020-06-15T12:20:00Z')
    const rows = await readRecordedCsv(folder ?? '', 'generation_and_imports_hourly_2020.csv.gz')
    const row = rows.find((candidate) => candidate['datetime_utc'] === '2020-06-15T10:00:00Z')
    const years = await readRecordedCsv(folder ?? '', 'ember_owid_carbon_intensity_yearly_by_country.csv')
    const grams = (iso3: string) =>
      Number(years.find(({ code, year }) => code === iso3 && year === '2019')?.['carbon_intensity_gco2_per_kwh'])
    const borders = { BE: 'BEL', DE: 'DEU', IT: 'ITA', ES: 'ESP', CH: 'CHE', GB: 'GBR' }
    let importedMw = 0
    let importedEmissions = 0
    for (const [country, iso3] of Object.entries(borders)) {
      const importMw = Number(row?.[`import_from_${country}_mw`])
      importedMw += importMw
      importedEmissions += importMw * grams(iso3)
    }
    const expected =
      (body.estimatedGCo2PerKwh * body.totalGenerationMW + importedEmissions) / (body.totalGenerationMW + importedMw)
    expect(importedMw).toBeGreaterThan(0)
    // The served production value is rounded to two decimals, hence the hundredth of a gram of play.
    expect(Math.abs((body.estimatedGCo2PerKwhConsumption ?? Number.NaN) - expected)).toBeLessThanOrEqual(0.011)
    expect(await isDemo('physical_flows')).toBe(false)
  })

  test('2023: a recorded hour with 20 MW of run-of-river is quarantined, and the hour before is served', async () => {
    const body = await replayAt('2023-10-03T00:20:00Z')
    expect(body.dataSlotStart).toBe('2023-10-02T21:00:00Z')
    const reasons = await system.sql<{ reason: string }[]>`select reason from quarantined_values`
    expect(reasons.map(({ reason }) => reason)).toEqual([
      'HYDRO_RUN_OF_RIVER_AND_POUNDAGE of 20, plausible are 800 to 12000',
    ])
  })

  test('2024: the night of the 25-hour day has its hour, and unrecorded flows are marked as demo data', async () => {
    const body = await replayAt('2024-10-27T02:20:00Z')
    expect(body.dataSlotStart).toBe('2024-10-27T00:00:00Z')
    expect([await isDemo('generation_by_type'), await isDemo('physical_flows')]).toEqual([false, true])
  })
})

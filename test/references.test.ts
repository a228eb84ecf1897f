import { afterEach, describe, expect, test } from 'bun:test'
import { seedFactorSet } from '@hexawatt/shared/methodology/emission-factors'
import { readFactorSet } from '@hexawatt/shared/stored-rows/references-store'
import { findReferenceData, reportSkippedReferenceData } from '@hexawatt/shared/testing/reference-data'
import { type System, startSystem } from './testing/system-fixture.ts'

const folder = findReferenceData()
if (folder === null) reportSkippedReferenceData('the synchronisation from the whole recorded database of factors')

const asOf = '2025-01-15T18:20:00Z'
let system: System | null = null
afterEach(async () => {
  await system?.stop()
  system = null
})

/** Content of the agency's database V23.6 for the French production means: element, gCO2eq/kWh, modified, valid until. */
const elements: Record<string, [elementId: string, grams: number, modifiedOn: string, validUntil: string]> = {
  FOSSIL_GAS: ['15563', 418, '2018-12-21', '2021-12-31'],
  FOSSIL_HARD_COAL: ['15565', 1060, '2018-12-21', '2021-12-31'],
  FOSSIL_OIL: ['15564', 730, '2018-12-21', '2021-12-31'],
  GEOTHERMAL: ['15561', 45, '2016-11-03', '2019-12-31'],
  HYDRO_PUMPED_STORAGE: ['15562', 6, '2018-12-21', '2021-12-31'],
  HYDRO_RUN_OF_RIVER_AND_POUNDAGE: ['15562', 6, '2018-12-21', '2021-12-31'],
  HYDRO_WATER_RESERVOIR: ['15562', 6, '2018-12-21', '2021-12-31'],
  NUCLEAR: ['42773', 3.7, '2023-08-23', '2027-06-30'],
  SOLAR: ['34720', 43.9, '2021-06-18', '2024-06-01'],
  WIND_OFFSHORE: ['26034', 15.6, '2019-11-08', '2020-12-31'],
  WIND_ONSHORE: ['26033', 14.1, '2019-11-08', '2020-12-31'],
}

describe.skipIf(folder === null)('emission factors from the whole recorded database (18 616 rows)', () => {
  test('each production type gets its one element, and all others the legacy values', async () => {
    const running = await startSystem({ asOf, replayDir: folder ?? '' })
    system = running
    // A set that differs in everything, so that what is read afterwards can only come from the synchronisation.
    await running.sql`
      update emission_factor_sets set database_version = 'V0',
        factors = (select jsonb_agg(factor || '{"gCo2eqPerKwh": 1}') from jsonb_array_elements(factors) factor)`
    expect(await running.poll('emission_factors')).toEqual([null])
    const set = await readFactorSet(running.sql, running.clock.now())
    expect([set?.databaseVersion, set?.lastSyncedAt]).toEqual(['V23.6', asOf])
    const stored = Object.fromEntries(
      (set?.factors ?? []).map((factor) => [
        factor.productionType,
        [factor.elementId, factor.gCo2eqPerKwh, factor.modifiedOn, factor.validUntil],
      ]),
    )
    expect(stored).toEqual({ ...elements, BIOMASS: [null, 230, null, null], WASTE: [null, 494, null, null] })
  })
})

test('the shipped seed equals the database', () => {
  const seeded = Object.fromEntries(
    seedFactorSet.factors
      .filter(({ isFallback }) => !isFallback)
      .map((factor) => [
        factor.productionType,
        [factor.elementId, factor.gCo2eqPerKwh, factor.modifiedOn, factor.validUntil],
      ]),
  )
  expect(seeded).toEqual(elements)
})

test('a failed synchronisation keeps the former set and lastSyncedAt, and the next good one replaces both', async () => {
  const running = await startSystem({ asOf })
  system = running
  await running.poll('emission_factors')
  const before = await readFactorSet(running.sql, running.clock.now())
  running.clock.advance({ hours: 24 })
  for (const kind of ['error_500', 'cut_off_json', 'wrong_shape'] as const) {
    running.faults.set([{ kind, subject: 'emission_factors' }])
    const [outcome] = await running.poll('emission_factors')
    expect(outcome).toBeInstanceOf(Error)
    expect(await readFactorSet(running.sql, running.clock.now())).toEqual(before)
  }
  running.faults.clear()
  await running.poll('emission_factors')
  expect((await readFactorSet(running.sql, running.clock.now()))?.lastSyncedAt).toBe('2025-01-16T18:20:00Z')
})

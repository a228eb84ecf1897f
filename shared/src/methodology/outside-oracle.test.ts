import { describe, expect, test } from 'bun:test'
import { readRecordedCsv } from '../testing/recorded-csv.ts'
import { findReferenceData, reportSkippedReferenceData, shippedRecordingsDir } from '../testing/reference-data.ts'
import { computeProductionIntensity } from './intensity.ts'

const folder = findReferenceData()
if (folder === null)
  reportSkippedReferenceData('the intensity function against taux_co2 of seven months instead of eight weeks')

/** The operator's own direct (combustion) factors, g/kWh; everything else emits nothing in its account. */
const directFactors = {
  FOSSIL_HARD_COAL: 986,
  FOSSIL_OIL: 777,
  FOSSIL_GAS: 429,
  BIOMASS: 494,
  NUCLEAR: 0,
  WIND_ONSHORE: 0,
  SOLAR: 0,
  HYDRO_WATER_RESERVOIR: 0,
}

const columnByType = {
  FOSSIL_HARD_COAL: 'charbon',
  FOSSIL_OIL: 'fioul',
  FOSSIL_GAS: 'gaz',
  BIOMASS: 'bioenergies',
  NUCLEAR: 'nucleaire',
  WIND_ONSHORE: 'eolien',
  SOLAR: 'solaire',
  HYDRO_WATER_RESERVOIR: 'hydraulique',
}

/** Holds the product's function to the figure that the operator published for each quarter-hour of a recording. */
async function expectPublishedIntensities(dir: string, name: string, quarters: number): Promise<void> {
  const rows = await readRecordedCsv(dir, `${name}.csv.gz`)
  const errorsG = rows.map((row) => {
    const powerMwByType = Object.fromEntries(
      Object.entries(columnByType).map(([type, column]) => [type, Number(row[column])]),
    )
    const intensity = computeProductionIntensity(powerMwByType, directFactors)?.gCo2eqPerKwh ?? Number.NaN
    return Math.abs(intensity - Number(row['taux_co2']))
  })
  const within = errorsG.filter((error) => error <= 1).length
  const sharePct = (100 * within) / rows.length
  const largest = errorsG.reduce((a, b) => Math.max(a, b), 0)
  console.log(
    `outside oracle: ${within} of ${rows.length} rows of ${name} within 1 g/kWh of taux_co2 ` +
      `(${sharePct.toFixed(3)} %), largest error ${largest.toFixed(3)} g/kWh`,
  )
  expect(rows.length).toBe(quarters)
  expect(sharePct).toBeGreaterThanOrEqual(99.9)
}

describe('with the operator’s direct factors the intensity equals its published taux_co2 within 1 g in at least 99.9 % of slots', () => {
  test.each([
    ['eco2mix_15min_2025_winter', 21 * 96],
    // One of its days has 23 hours.
    ['eco2mix_15min_2025_clock_change', 14 * 96 - 4],
    ['eco2mix_15min_2025_summer', 21 * 96],
  ])('of %s', (name, quarters) => expectPublishedIntensities(shippedRecordingsDir, name, quarters))

  test.skipIf(folder === null)('of the first seven months of 2025', () =>
    expectPublishedIntensities(folder ?? '', 'eco2mix_15min_2025', 19_809),
  )
})

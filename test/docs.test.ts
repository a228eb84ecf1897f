import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { seedFactorSet, toGCo2eqPerKwhByType } from '@hexawatt/shared/methodology/emission-factors'
import { computeConsumptionIntensity, computeProductionIntensity } from '@hexawatt/shared/methodology/intensity'
import { seedIntensities } from '@hexawatt/svc-ingest/src/references/store-reference.ts'

const methodology = await Bun.file(join(import.meta.dir, '../docs/methodology/carbon.md')).text()

describe('docs/methodology/carbon.md says what the product computes', () => {
  const production = computeProductionIntensity(
    { NUCLEAR: 40_000, FOSSIL_GAS: 5_000, WIND_ONSHORE: 3_000, HYDRO_PUMPED_STORAGE: -2_000 },
    toGCo2eqPerKwhByType(seedFactorSet),
  )

  test('the page’s worked example of the production boundary is what the product computes', () => {
    expect(methodology).toContain(`2 280 300 / 48 000 = ${production?.gCo2eqPerKwh.toFixed(2)} g/kWh`)
  })

  test('the page’s worked example of the consumption boundary and its delta of rounded values are what the product computes', () => {
    const imports = { BE: 1_000, CH: 500, IT: -800 }
    const consumption = production && computeConsumptionIntensity(production, imports, seedIntensities, 2025)
    const [served, servedProduction] = [consumption?.gCo2eqPerKwh.toFixed(2), production?.gCo2eqPerKwh.toFixed(2)]
    const delta = (Number(served) - Number(servedProduction)).toFixed(2)
    expect(methodology).toContain(`2 416 240 / 49 500 = ${served} g/kWh, delta ${delta}`)
  })

  test('every factor of the page’s table is the shipped one, with its element', () => {
    const rows = methodology.split('| production type |')[1]?.split('\n\n')[0]?.split('\n').slice(2) ?? []
    const shipped = new Set(seedFactorSet.factors.map(({ gCo2eqPerKwh, elementId }) => `${gCo2eqPerKwh} ${elementId}`))
    const documented = rows.map((row) => {
      const [, , factor = '', source = ''] = row.split('|').map((cell) => cell.trim())
      return { factor, elementId: source.match(/element (\d+)/)?.[1] ?? null, source }
    })
    const fromDatabase = documented.filter(({ elementId }) => elementId !== null)
    expect(fromDatabase).toHaveLength(9)
    for (const { factor, elementId } of fromDatabase) expect(shipped.has(`${factor} ${elementId}`)).toBe(true)
    const legacy = documented.filter(({ source }) => source.startsWith('legacy'))
    expect(legacy.map(({ factor }) => Number(factor))).toEqual(
      seedFactorSet.factors.filter(({ isFallback }) => isFallback).map(({ gCo2eqPerKwh }) => gCo2eqPerKwh),
    )
  })
})

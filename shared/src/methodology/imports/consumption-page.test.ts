import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { roundHalfAwayFromZero } from '../../bounds/numbers.ts'
import { seedFactorSet, toGCo2eqPerKwhByType } from '../emission-factors.ts'
import type { EmissionRule } from '../forecast/analog-forecast.ts'
import type { PowerMwByType } from '../intensity.ts'
import { computeConsumptionHour } from './consumption-hour.ts'
import { computeCompleteHours, type IntensityByRule } from './neighbour-intensity.ts'
import { createNeighbourFactors, neighbourTypes } from './neighbour-types.ts'

const page = await Bun.file(join(import.meta.dir, '../../../../docs/methodology/consumption.md')).text()
const factors = createNeighbourFactors(toGCo2eqPerKwhByType(seedFactorSet))

test('the table of docs/methodology/consumption.md has every type with the factors of the product, but marine power, which none has', () => {
  const rows = page.split('| production type of the neighbour |')[1]?.split('\n\n')[0]?.split('\n').slice(2) ?? []
  const documented = rows.flatMap((row) => {
    const [, types = '', lifeCycle, direct] = row.split('|').map((cell) => cell.trim())
    return [...types.matchAll(/[A-Z_]{3,}/g)].map(([type]) => [type, Number(lifeCycle), Number(direct)] as const)
  })
  const types = neighbourTypes.filter((type) => type !== 'MARINE')
  expect(documented.map(([type]) => type).sort()).toEqual([...types].sort())
  for (const [type, lifeCycle, direct] of documented) {
    expect([type, factors.lifeCycle[type], factors.direct[type]]).toEqual([type, lifeCycle, direct])
  }
})

/** The recorded hour of the page, in the order of its sums. */
const startMs = Date.parse('2022-06-24T10:00:00Z')
const french: PowerMwByType = {
  NUCLEAR: 28_875,
  HYDRO_RUN_OF_RIVER_AND_POUNDAGE: 5_955,
  SOLAR: 6_058,
  WIND_ONSHORE: 3_736,
  FOSSIL_GAS: 3_237,
  BIOMASS: 545,
  WASTE: 198,
  FOSSIL_OIL: 149,
  FOSSIL_HARD_COAL: 25,
}
const belgian: PowerMwByType = {
  NUCLEAR: 3_176,
  SOLAR: 2_728,
  FOSSIL_GAS: 2_309,
  OTHER: 474,
  BIOMASS: 301,
  WIND_OFFSHORE: 287,
  WASTE: 286,
  WIND_ONSHORE: 83,
  HYDRO_PUMPED_STORAGE: 10,
}
const netFlowMwByCountry = { BE: 234, DE: 1_247, CH: 118, ES: 1_230, GB: 2_168, IT: -1_941 }
const others: Readonly<Record<string, IntensityByRule>> = {
  DE: { lifeCycle: 338.7914, direct: 316.4058 },
  CH: { lifeCycle: 6.9567, direct: 0 },
  ES: { lifeCycle: 137.5139, direct: 120.9697 },
  GB: { lifeCycle: 243.12, direct: 170.92 },
}

/** A number as the page writes it: digits in groups of three. */
const write = (value: number, decimals = 4): string => {
  const [whole = '', fraction] = String(roundHalfAwayFromZero(value, decimals)).split('.')
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ' ')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
const writeMix = (mix: PowerMwByType): string =>
  Object.entries(mix)
    .map(([type, mw]) => `${write(mw)} · ${write(factors.lifeCycle[type] ?? Number.NaN)}`)
    .join(' + ')
const writeKg = (kg: number): string => write(kg, 1)

test('the hour by hand of docs/methodology/consumption.md is what the product computes, figure by figure', () => {
  const belgianHours = computeCompleteHours([{ startMs, powerMwByType: belgian }], factors)
  const known = Object.entries(others).map(([country, value]) => [country, new Map([[startMs, value]])] as const)
  const complete = Object.fromEntries([['BE', belgianHours] as const, ...known])
  const neighbours = Object.fromEntries(
    Object.entries(complete).map(([country, hours]) => [country, { complete: hours, archiveMean: null }]),
  )
  const inputs = { startMs, mix: french, netFlowMwByCountry, neighbours, countryIntensities: [], factors }
  const hour = computeConsumptionHour(inputs)
  if (hour === null) throw new Error('the hour has no French generation')
  const imports = ['BE', 'DE', 'CH', 'ES', 'GB'].map((country) => {
    const border = hour.borders.find((row) => row.country === country)
    return { mw: border?.netImportMw ?? Number.NaN, g: border?.gCo2PerKwhByRule ?? { lifeCycle: null, direct: null } }
  })
  const { productionMw, productionKgPerHour, importedTonnesPerHour, intensity, importMw, domesticShare } = hour
  const writeImports = (rule: EmissionRule) =>
    `${imports.map(({ mw, g }) => `${write(mw)} · ${write(g[rule] ?? Number.NaN)}`).join(' + ')} = ${writeKg(1000 * (importedTonnesPerHour[rule] ?? 0))} kg`
  const writeShare = (rule: EmissionRule) =>
    `(${writeKg(productionKgPerHour[rule])} + ${writeKg(1000 * (importedTonnesPerHour[rule] ?? 0))}) / ${write(productionMw + (importMw ?? 0))} = ${write(intensity[rule] ?? Number.NaN)} g/kWh`
  const ofBelgium = belgianHours.get(startMs)?.lifeCycle ?? Number.NaN
  const belgianMw = Object.values(belgian).reduce((sum, mw) => sum + mw, 0)
  const lines = [
    `${writeMix(french)} = ${writeKg(productionKgPerHour.lifeCycle)} kg`,
    `${Object.values(french)
      .map((mw) => write(mw))
      .join(' + ')} = ${write(productionMw)} MWh`,
    `${writeKg(productionKgPerHour.lifeCycle)} / ${write(productionMw)} = ${write(productionKgPerHour.lifeCycle / productionMw)} g/kWh`,
    `${writeMix(belgian)} = ${writeKg(ofBelgium * belgianMw)} kg`,
    `${writeKg(ofBelgium * belgianMw)} / ${write(belgianMw)} = ${write(ofBelgium)} g/kWh`,
    writeImports('lifeCycle'),
    `${[productionMw, ...imports.map(({ mw }) => mw)].map((mw) => write(mw)).join(' + ')} = ${write(productionMw + (importMw ?? 0))} MWh`,
    writeShare('lifeCycle'),
    writeImports('direct'),
    writeShare('direct'),
    `${write(productionMw)} / ${write(productionMw + (importMw ?? 0))} = ${write(domesticShare ?? Number.NaN)} domestic share`,
  ]
  for (const line of lines) expect(page).toContain(`\n    ${line}\n`)
})

import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { CarbonExplainResponse } from '@hexawatt/shared/contract/explanation/explanation'
import { getCarbonExplain } from '@hexawatt/shared/contract/operations/get-carbon-explain'
import { findRecordedAnswer } from '@hexawatt/shared/openapi/examples'
import * as v from 'valibot'
import { computeIntensities, roundByHand } from './testing/plain-arithmetic.ts'

const page = await Bun.file(join(import.meta.dir, '../../docs/methodology/carbon.md')).text()

/** Digits in groups of three, as the page writes them. */
const write = (value: number): string => {
  const [whole = '', fraction] = String(roundByHand(value, 6)).split('.')
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ' ')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
const writeSum = (terms: readonly string[]): string => terms.join(' + ')

test('the methodology repeats the recorded answer by hand, figure by figure', () => {
  const { carbon } = v.parse(CarbonExplainResponse, findRecordedAnswer(getCarbonExplain).body)
  const consumption = carbon?.consumption ?? null
  if (carbon === null || consumption === null) throw new Error('the recorded answer has no intensity')
  const { terms, sumEmissionsKg, sumPowerMW } = carbon.production
  const imports = consumption.borders.filter(({ netImportMW }) => netImportMW > 0)
  const byHand = computeIntensities(carbon)
  const lines = [
    `${writeSum(terms.map(({ powerMW, factor }) => `${write(powerMW)} · ${write(factor.gCo2PerKwh)}`))} = ${write(sumEmissionsKg)} kg`,
    `${writeSum(terms.map(({ powerMW }) => write(powerMW)))} = ${write(sumPowerMW)} MWh`,
    `${write(sumEmissionsKg)} / ${write(sumPowerMW)} = ${roundByHand(byHand.production, 2)} g/kWh`,
    `${writeSum(imports.map(({ netImportMW, gCo2PerKwh }) => `${write(netImportMW)} · ${write(gCo2PerKwh)}`))} = ${write(consumption.importedEmissionsKg)} kg`,
    `${write(sumEmissionsKg)} + ${write(consumption.importedEmissionsKg)} = ${write(consumption.sumEmissionsKg)} kg`,
    `${writeSum([sumPowerMW, ...imports.map(({ netImportMW }) => netImportMW)].map(write))} = ${write(consumption.sumPowerMW)} MWh`,
    `${write(consumption.sumEmissionsKg)} / ${write(consumption.sumPowerMW)} = ${roundByHand(byHand.consumption ?? 0, 2)} g/kWh, delta ${byHand.delta}`,
  ]
  for (const line of lines) expect(page).toContain(`\n    ${line}\n`)
})

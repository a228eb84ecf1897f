import { expect, test } from 'bun:test'
import type { PlainInput } from '../testing/independent/plain-statement.ts'
import { madeUpKva, toComparedContract } from '../testing/made-up-contracts.ts'
import { toCurve, toMonths, toTable } from '../testing/made-up-year.ts'
import { computeStatement } from './compute-statement.ts'

const hour = (eurPerMwh: number, intensity: number) => ({
  production: intensity,
  consumption: intensity,
  direct: intensity,
  eurPerMwh,
})
const evening = Date.parse('2025-02-10T21:00+01:00')
const kwh = [1.2, 0.8, 1]
const prices: PlainInput['market']['prices'] = [
  {
    from: '2025-01-01',
    base: 0.2,
    hphc: { peak: 0.22, offPeak: 0.16 },
    tempo: {
      blue: { peak: 0.16, offPeak: 0.12 },
      white: { peak: 0.19, offPeak: 0.14 },
      red: { peak: 0.65, offPeak: 0.15 },
    },
    monthly: { base: 12, hphc: 12.6, tempo: 12.6 },
  },
]
const plain: PlainInput = {
  fromMs: evening + 1_800_000,
  toMs: evening + 7_200_000,
  steps: kwh.map((energy, index) => ({ startMs: evening + (index + 1) * 1_800_000, minutes: 30, kwh: energy })),
  hours: new Map([
    [evening, hour(120, 40)],
    [evening + 3_600_000, hour(90, 50)],
  ]),
  market: { prices, colors: new Map([['2025-02-10', 'red' as const]]) },
  contracts: [
    { key: 'base', kind: 'base' },
    { key: 'hphc', kind: 'hphc', summer: ['22:38-06:38'], winter: ['22:38-06:38'] },
    { key: 'tempo', kind: 'tempo' },
    { key: 'spot', kind: 'spot', adder: 0.08, vatPercent: 20, monthly: null },
  ],
}

test('the worked example of the methodology page is what the product computes', async () => {
  const contracts = plain.contracts.map(toComparedContract)
  const input = { curve: toCurve(plain), months: toMonths(plain), table: toTable(prices, madeUpKva) }
  const { total } = computeStatement({ ...input, contracts })
  expect(total.emissions.production).toMatchObject({ kgCo2eq: 0.138, gCo2eqPerKwh: 46, gridGCo2eqPerKwh: 46.666667 })
  expect(total.costs.map(({ energyEur }) => energyEur)).toEqual([0.6, 0.616, 1.05, 0.6552])
  expect(total.costs.map(({ totalEur }) => totalEur)).toEqual([1.028571, 1.066, 1.5, null])

  const regulated = computeStatement({ ...input, contracts: contracts.slice(0, 3), current: 'base' })
  expect(regulated.breakEvens).toMatchObject({
    tempo: [{ redDays: 1, redPeakKwh: 1.2, intoRedOffPeak: { state: 'possible', kwhPerDay: 0.942857 } }],
    offPeak: [{ offPeakShare: 0.244444, neededShare: 0.452381 }],
  })

  const page = await Bun.file(new URL('../../../../../docs/methodology/statement.md', import.meta.url)).text()
  for (const figure of [
    '138 g',
    '46.67',
    '0.616',
    '1.05',
    '0.6552',
    '1.028571',
    '1.066',
    '0.9429',
    '0.4524',
    '0.2444',
  ]) {
    expect(page).toContain(figure)
  }
})

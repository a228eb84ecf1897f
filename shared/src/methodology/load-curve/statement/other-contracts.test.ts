import { describe, expect, test } from 'bun:test'
import type { ContractTable } from '../../../contract/planning/contracts.ts'
import { visitMinutes } from '../testing/independent/plain-statement.ts'
import { madeUpPrices } from '../testing/made-up-prices.ts'
import { makeColors, makeHours, makeSteps, toCurve, toMonths } from '../testing/made-up-year.ts'
import { computeStatement } from './compute-statement.ts'

/** Invented: a cheap weekend that holds public holidays, and amounts added to the market price by season and hour, new from 1 April on. */
const always = { season: null, days: null, colors: null, hours: null }
const given = { source: 'made up', certainty: 'unconfirmed', note: null } as const
const adderPeriods = [
  { ...always, id: 'winterNight', season: { from: '11-01', to: '03-31' }, hours: '22:38-06:38' },
  { ...always, id: 'winterDay', season: { from: '11-01', to: '03-31' } },
  { ...always, id: 'summer' },
]
const table: ContractTable = {
  contracts: [
    {
      ...given,
      ...{ id: 'free-days', name: 'made up free days', kind: 'other', from: '2024-01-01', to: null, offPeak: null },
      subscriptions: [{ kva: 6, eurPerMonth: 15 }],
      periods: [
        { ...always, id: 'rest', days: ['weekend', 'holiday'] },
        { ...always, id: 'work' },
      ],
      prices: [{ minKva: null, maxKva: null, eurPerKwh: { rest: 0.17, work: 0.24 } }],
    },
  ],
  adders: [
    {
      ...given,
      ...{ id: 'network', name: 'made up network', from: '2024-01-01', to: '2024-04-01', periods: adderPeriods },
      eurPerKwh: { winterNight: 0.05, winterDay: 0.09, summer: 0.03 },
    },
    {
      ...given,
      ...{ id: 'network', name: 'made up network', from: '2024-04-01', to: null, periods: adderPeriods },
      eurPerKwh: { winterNight: 0.06, winterDay: 0.1, summer: 0.04 },
    },
  ],
}

/** From the Friday before Easter 2024 to the Tuesday after it: weekend, clock change, season change and Easter Monday, 1 April. */
const span = { from: '2024-03-29T00:00+01:00', to: '2024-04-03T00:00+02:00' }
const [fromMs, toMs] = [Date.parse(span.from), Date.parse(span.to)]
const plain = {
  fromMs,
  toMs,
  steps: makeSteps(span.from, span.to, 30, 21),
  hours: makeHours(fromMs, toMs, 22),
  market: { prices: madeUpPrices, colors: makeColors('2024-03-28', '2024-04-03', []) },
  contracts: [],
}
const restDays = ['2024-03-30', '2024-03-31', '2024-04-01']

/** Adds every minute at its price. */
function addMinutes(priceAt: (date: string, minute: number, eurPerMwh: number) => number): number {
  let eur = 0
  visitMinutes(plain, ({ date, minute, kwh, hour }) => {
    eur += kwh * priceAt(date, minute, hour?.eurPerMwh ?? Number.NaN)
  })
  return eur
}

describe('a statement', () => {
  const customer = { subscribedKva: 6, offPeak: null }
  const statement = computeStatement({
    curve: toCurve(plain),
    months: toMonths(plain),
    table,
    contracts: [
      { key: 'mine', tariff: { kind: 'contract', id: 'free-days', customer } },
      { key: 'spot', tariff: { kind: 'spot', adder: { id: 'network' }, vatPercent: 20, offPeak: null } },
    ],
  })
  const [freeDays, spot] = statement.total.costs

  test('prices any contract of the table by kind of day, public holidays included', () => {
    expect(freeDays?.energyEur).toBeCloseTo(
      addMinutes((date) => (restDays.includes(date) ? 0.17 : 0.24)),
      5,
    )
    expect(freeDays?.subscriptionEur).toBeCloseTo((3 * 15) / 31 + (2 * 15) / 30, 5)
  })

  test('prices the market with an adder by season and hour whose version changes', () => {
    const expected = addMinutes((date, minute, eurPerMwh) => {
      const isNight = minute >= 22 * 60 + 38 || minute < 6 * 60 + 38
      const adder = date >= '2024-04-01' ? 0.04 : isNight ? 0.05 : 0.09
      return (eurPerMwh / 1_000 + adder) * 1.2
    })
    expect(spot?.energyEur).toBeCloseTo(expected, 5)
  })

  test('names the versions that it used, each with its source, and the certainty of the least certain one', () => {
    expect(statement.contracts.map(({ key, kind, certainty }) => [key, kind, certainty])).toEqual([
      ['mine', 'other', 'unconfirmed'],
      ['spot', 'spot', 'unconfirmed'],
    ])
    expect(statement.contracts[1]?.versions.map(({ from, source }) => [from, source])).toEqual([
      ['2024-01-01', 'made up'],
      ['2024-04-01', 'made up'],
    ])
    expect(statement.caveats).toContainEqual({ code: 'unconfirmed-prices', values: { contracts: 'mine, spot' } })
    expect(statement.caveats).toContainEqual({ code: 'spot-hourly-means', values: {} })
  })
})

import { expect, test } from 'bun:test'
import { shippedContracts } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import type { ContractQuery } from '../../requests/contract-parameters.ts'
import { chooseContracts, type PriceTable } from './compared-contracts.ts'

const table: PriceTable = {
  contracts: [...shippedContracts],
  adders: [
    {
      ...{
        id: 'network',
        name: 'Réseau',
        from: '2025-01-01',
        to: null,
        source: 's',
        certainty: 'published',
        note: null,
      },
      periods: [{ id: 'all', season: null, days: null, colors: null, hours: null }],
      eurPerKwh: { all: 0.1 },
    },
  ],
}
const [network] = table.adders

const choose = (own: ContractQuery, named?: string[]) => chooseContracts(own, named, table)
const keysOf = (own: ContractQuery, named?: string[]) => choose(own, named).contracts.map(({ key }) => key)
const minutes = (fromMinute: number, toMinute: number) => [{ fromMinute, toMinute }]

test('the usual contracts are compared with what is known of the customer, and what is left out is said', () => {
  expect(choose({})).toMatchObject({
    contracts: [{ key: 'base' }, { key: 'tempo' }],
    current: undefined,
    notes: [{ code: 'needs-off-peak', values: { contracts: 'hphc' } }],
  })
  expect(keysOf({ tariff: 'tempo', offPeak: '22h30-6h30' })).toEqual(['tempo', 'base', 'hphc'])
  expect(keysOf({ adderEurPerKwh: 0.1, vatPercent: 20 })).toEqual(['base', 'tempo', 'spot'])
  expect(keysOf({ tariff: 'base' }, ['spot', 'base'])).toEqual(['base', 'spot'])
})

test('off-peak hours of the customer count by season for contracts that leave them to the customer, and for the own one', () => {
  const hours = { offPeakSummer: '12:00-17:00,02:00-05:00', offPeakWinter: '22:00-06:00' }
  const customers = (own: ContractQuery) =>
    Object.fromEntries(
      choose({ ...own, subscribedKva: 9 }).contracts.map(({ key, tariff }) => [
        key,
        tariff.kind === 'contract' && tariff.customer,
      ]),
    )
  const given = {
    subscribedKva: 9,
    offPeak: { summer: [...minutes(720, 1020), ...minutes(120, 300)], winter: minutes(1320, 360) },
  }
  expect(customers({ tariff: 'hphc', ...hours })).toMatchObject({ hphc: given, tempo: { ...given, offPeak: null } })
  expect(customers({ tariff: 'tempo', ...hours })).toMatchObject({ tempo: given })
})

test('the market price has the addition that is given, and says when it has none', () => {
  const spotOf = (own: ContractQuery) => choose({ tariff: 'spot', ...own }, ['spot'])
  expect(spotOf({ adder: 'network', vatPercent: 5.5 }).contracts).toEqual([
    { key: 'spot', tariff: { kind: 'spot', adder: network ?? 0, vatPercent: 5.5, offPeak: null } },
  ])
  expect(spotOf({})).toMatchObject({ notes: [{ code: 'spot-without-adder' }, { code: 'spot-without-vat' }] })
})

test.each([
  [{}, ['bass'], "Unknown contract 'bass': use base, hphc, tempo, zen-week-end, spot."],
  [{ tariff: 'zen' }, undefined, "Unknown contract 'zen': use base, hphc, tempo, zen-week-end, spot."],
  [{}, ['hphc'], 'The contract hphc needs --off-peak, or --off-peak-summer and --off-peak-winter.'],
  [{ tariff: 'spot', adder: 'net' }, undefined, "Unknown adder 'net': the API has network."],
] as const)('%j with %j is refused with what is accepted', (own, named, sentence) => {
  expect(() => choose(own, named && [...named])).toThrow(sentence)
})

import { expect, test } from 'bun:test'
import { ContractVersion } from '@hexawatt/shared/contract/planning/contracts'
import * as v from 'valibot'
import type { RegulatedPrice } from '../sources/definition/content.ts'
import { buildOfficialContract } from './official-contracts.ts'

const price = (subscribedKva: number, from: string, to: string | null, all: number): RegulatedPrice => ({
  subscribedKva,
  from,
  to,
  eurPerMonth: subscribedKva * 2,
  eurPerKwh: { all },
})

/** Versions of the contract with one price, without what is alike in all of them. */
const build = (...prices: RegulatedPrice[]) =>
  buildOfficialContract('base', prices).map(({ from, to, subscriptions, prices: ranges }) => ({
    from,
    to,
    powers: subscriptions.map(({ kva }) => kva),
    ranges: ranges.map(({ minKva, maxKva, eurPerKwh }) => [minKva, maxKva, eurPerKwh['all']]),
  }))

test('every version matches the contract of the table, and names regulator and licence', () => {
  const [version] = buildOfficialContract('base', [price(6, '2026-02-01', null, 0.19398)])
  expect(v.parse(ContractVersion, version)).toMatchObject({
    id: 'base',
    certainty: 'official',
    source: expect.stringContaining('CRE'),
    subscriptions: [{ kva: 6, eurPerMonth: 12 }],
  })
})

test('powers with the same prices are one range without limits, others have ranges of their own', () => {
  const february = (kva: number, all: number) => price(kva, '2026-02-01', null, all)
  expect(
    build(
      ...[3, 6, 9].map((kva) => price(kva, '2025-08-01', '2026-02-01', 0.1952)),
      ...[february(3, 0.19398), february(6, 0.19398), february(9, 0.19266)],
    ),
  ).toEqual([
    { from: '2025-08-01', to: '2026-02-01', powers: [3, 6, 9], ranges: [[null, null, 0.1952]] },
    {
      from: '2026-02-01',
      to: null,
      powers: [3, 6, 9],
      ranges: [
        [null, 6, 0.19398],
        [9, null, 0.19266],
      ],
    },
  ])
})

test('a power without prices gets those of no other power', () => {
  const rows = [3, 6, 9, 12].map((kva) => price(kva, '2025-08-01', '2026-02-01', 0.2))
  const next = (...powers: number[]) =>
    build(...rows, ...powers.map((kva) => price(kva, '2026-02-01', null, 0.21)))[1]?.ranges
  expect(next(3, 6, 12)).toEqual([
    [null, 6, 0.21],
    [12, null, 0.21],
  ])
  expect(next(3, 6, 9)).toEqual([[null, 9, 0.21]])
  expect(next(6, 9, 12)).toEqual([[6, null, 0.21]])
})

test('a row that the regulator has not closed yet ends where the next one of its power begins', () => {
  expect(build(price(6, '2025-08-01', null, 0.1952), price(6, '2026-02-01', null, 0.194))).toEqual([
    { from: '2025-08-01', to: '2026-02-01', powers: [6], ranges: [[null, null, 0.1952]] },
    { from: '2026-02-01', to: null, powers: [6], ranges: [[null, null, 0.194]] },
  ])
})

test('a time without any row is in no version', () => {
  expect(build(price(6, '2025-02-01', '2025-08-01', 0.2016), price(6, '2026-02-01', null, 0.194))).toMatchObject([
    { from: '2025-02-01', to: '2025-08-01' },
    { from: '2026-02-01', to: null },
  ])
})

test('a change of one power only begins a version for all', () => {
  const versions = build(
    ...[price(6, '2025-02-01', null, 0.2), price(9, '2025-02-01', '2025-08-01', 0.2)],
    price(9, '2025-08-01', null, 0.21),
  )
  expect(versions.map(({ from, ranges }) => [from, ranges.length])).toEqual([
    ['2025-02-01', 1],
    ['2025-08-01', 2],
  ])
})

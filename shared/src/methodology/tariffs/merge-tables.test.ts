import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { ContractTable, type ContractVersion } from '../../contract/planning/contracts.ts'
import { findVersion } from './contract-prices.ts'
import { mergeContracts } from './merge-tables.ts'
import { regulatedTerms } from './regulated-contracts.ts'
import { shippedContracts } from './shipped-contracts.ts'

type Option = keyof typeof regulatedTerms

function version(
  option: Option,
  from: string,
  to: string | null,
  marked: Partial<ContractVersion> = {},
): ContractVersion {
  const eurPerKwh = Object.fromEntries(regulatedTerms[option].periods.map(({ id }) => [id, 0.2]))
  return {
    ...{ ...regulatedTerms[option], from, to, subscriptions: [], prices: [{ minKva: null, maxKva: null, eurPerKwh }] },
    ...{ source: 'CRE', certainty: 'official', note: null },
    ...marked,
  }
}
const shippedAs = { source: 'shipped', certainty: 'published' } as const
/** Source of each option's price on a day; null without one. */
const sourcesOn = (table: readonly ContractVersion[], id: string, days: readonly string[]) =>
  days.map((date) => findVersion(table, id, date)?.source ?? null)
const spans = (table: readonly ContractVersion[]) => table.map(({ source, from, to }) => [source, from, to])

describe('the regulator’s files in the shipped table', () => {
  const shipped = [
    version('base', '2024-01-01', '2025-01-01', shippedAs),
    version('base', '2025-01-01', '2026-01-01', shippedAs),
    version('base', '2026-01-01', null, { source: 'shipped', certainty: 'unconfirmed' }),
  ]

  test('replace every version that they cover, an unconfirmed one by an official one', () => {
    const official = [version('base', '2025-01-01', '2026-01-01'), version('base', '2026-01-01', null)]
    const merged = mergeContracts(shipped, official)
    expect(spans(merged)).toEqual([
      ['shipped', '2024-01-01', '2025-01-01'],
      ['CRE', '2025-01-01', '2026-01-01'],
      ['CRE', '2026-01-01', null],
    ])
    expect(findVersion(merged, 'base', '2026-06-01')?.certainty).toBe('official')
  })

  test('that are ahead of the shipped table add their newer versions', () => {
    const official = [version('base', '2026-01-01', '2026-08-01'), version('base', '2026-08-01', null)]
    expect(sourcesOn(mergeContracts(shipped, official), 'base', ['2025-12-31', '2026-07-31', '2027-01-01'])).toEqual([
      'shipped',
      'CRE',
      'CRE',
    ])
  })

  test('that lag leave a newer shipped version in place, with its own certainty, and end the day before it', () => {
    const merged = mergeContracts(shipped, [version('base', '2025-01-01', null)])
    expect(spans(merged).slice(1)).toEqual([
      ['CRE', '2025-01-01', '2026-01-01'],
      ['shipped', '2026-01-01', null],
    ])
    expect(merged.at(-1)?.certainty).toBe('unconfirmed')
  })

  test('that lack an option leave the shipped versions of that option', () => {
    const two = [...shipped, version('hphc', '2024-01-01', null, shippedAs)]
    const merged = mergeContracts(two, [version('base', '2024-01-01', null)])
    expect(sourcesOn(merged, 'hphc', ['2024-01-01', '2026-06-01'])).toEqual(['shipped', 'shipped'])
    expect(sourcesOn(merged, 'base', ['2024-01-01', '2026-06-01'])).toEqual(['CRE', 'shipped'])
  })

  test('that lost a row have the shipped version in the gap, not one whose prices they replaced', () => {
    const withGap = [version('base', '2024-01-01', '2025-01-01'), version('base', '2026-01-01', null)]
    const days = ['2024-06-01', '2025-06-01', '2026-06-01']
    expect(sourcesOn(mergeContracts(shipped, withGap), 'base', days)).toEqual(['CRE', 'shipped', 'CRE'])
    const old = [version('base', '2020-01-01', null, shippedAs)]
    expect(sourcesOn(mergeContracts(old, withGap), 'base', ['2023-01-01', ...days])).toEqual([
      'shipped',
      'CRE',
      null,
      'CRE',
    ])
  })

  test('that end a version earlier or later than the shipped table leave no day with two versions', () => {
    const cut = [version('base', '2025-01-01', '2025-12-20')]
    expect(sourcesOn(mergeContracts(shipped, cut), 'base', ['2025-12-19', '2025-12-25', '2026-01-01'])).toEqual([
      'CRE',
      null,
      'shipped',
    ])
    const longer = [version('base', '2025-01-01', '2026-02-01')]
    expect(spans(mergeContracts(shipped, longer)).slice(1)).toEqual([
      ['CRE', '2025-01-01', '2026-02-01'],
      ['shipped', '2026-02-01', null],
    ])
  })

  test.each([null, '2027-01-01'])(
    'whose older version ends after the next one begins (%p) have it replaced by the next one',
    (to) => {
      const open = [version('base', '2024-06-01', to), version('base', '2026-02-01', null)]
      expect(spans(mergeContracts(shipped, open)).slice(1)).toEqual([
        ['CRE', '2024-06-01', '2026-02-01'],
        ['CRE', '2026-02-01', null],
      ])
    },
  )

  test('give a table that is valid, whatever they hold, and none gives the shipped one', () => {
    const files = [
      [],
      [
        version('base', '2012-07-23', '2024-06-01'),
        version('base', '2025-03-01', '2025-04-01'),
        version('base', '2026-02-01', null),
      ],
      [version('tempo', '2026-03-01', null), version('hphc', '2030-01-01', null)],
    ]
    for (const official of files) {
      const contracts = mergeContracts(shippedContracts, official)
      expect(v.safeParse(ContractTable, { contracts, adders: [] }).issues).toBeUndefined()
    }
    expect(mergeContracts(shippedContracts, [])).toEqual([...shippedContracts])
  })
})

import { describe, expect, test } from 'bun:test'
import { findStatement } from '../result/consumption-result.ts'
import { computeExample } from './made-up-household.ts'

const example = computeExample()

describe('the example of the page', () => {
  test('is what the functions of a reader’s file compute today: no figure is written by hand', async () => {
    expect(await Bun.file(`${import.meta.dir}/example.json`).json()).toEqual(JSON.parse(JSON.stringify(example)))
  })

  test('is a whole year in which every price and intensity is known', () => {
    const { statement, leftOut } = example
    expect([statement.from, statement.to]).toEqual(['2025-09-30T22:00:00Z', '2026-09-30T22:00:00Z'])
    expect([statement.unknown, leftOut, statement.caveats.map(({ code }) => code)]).toEqual([
      [],
      [],
      ['unconfirmed-prices', 'spot-hourly-means'],
    ])
    expect(statement.total.costs.map(({ key, knownShare }) => [key, knownShare])).toEqual([
      ['base', 1],
      ['hphc', 1],
      ['tempo', 1],
      ['spot', 1],
    ])
  })

  test('has the days of a Tempo year, and the cheapest contract differs from the usual one', () => {
    expect(findStatement(example, 'base').comparison?.best).toBe('tempo')
    expect(findStatement(example, 'base').breakEvens.tempo[0]?.redDays).toBe(22)
  })
})

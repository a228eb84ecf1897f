import { describe, expect, test } from 'bun:test'
import { type Operation, operations } from '@hexawatt/shared/contract/operations'
import fc from 'fast-check'
import { readSentQuery } from './check-request.ts'

function operationOf(id: Operation['id']): Operation {
  const found = operations.find((operation) => operation.id === id)
  if (found === undefined) throw new Error(`no operation ${id}`)
  return found
}
const history = operationOf('getScoreHistory')
const coverage = operationOf('getCoverage')
const read = (operation: Operation, query: string): string =>
  readSentQuery(operation, query, () => Temporal.Instant.from('2026-02-03T17:05:00Z')).text
const canonical = (query: string): string => read(history, query)

describe('the canonical spelling of a query', () => {
  test.each([
    ['empty pairs', '&&profile=carbon&&', 'profile=carbon'],
    ['another order', 'profile=carbon&to=b&from=a', 'from=a&to=b&profile=carbon'],
    ['encoded names', '%66rom=a', 'from=a'],
    ['encoded letters', 'profile=%63arbon', 'profile=carbon'],
    ['another case of the encoding', 'profile=%c3%a9', 'profile=%C3%A9'],
    ['instants encoded', 'from=2026-01-01T00%3A00%3A00Z', 'from=2026-01-01T00:00:00Z'],
    ['a blank as plus', 'profile=a+b', 'profile=a%20b'],
    ['a second equals sign', 'profile=a=b', 'profile=a%3Db'],
    ['a fragment', 'profile=a#b', 'profile=a%23b'],
    ['no equals sign', 'profile', 'profile='],
    ['a parameter given twice, in its order', 'profile=b&from=x&profile=a', 'from=x&profile=b&profile=a'],
  ])('is made from a query with %s', (_, query, expected) => {
    expect(canonical(query)).toBe(expected)
  })

  test('leaves a canonical query unchanged', () => {
    const query =
      'from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00.500Z&granularity=hourly&wPrice=0.25&wCarbon=0.25&wGrid=0.25&wAdequacy=0.25'
    expect(canonical(query)).toBe(query)
    expect(read(coverage, '&&&')).toBe('')
  })

  test('keeps the meaning, orders parameters as the operation does, and is stable', () => {
    const piece = fc.string({
      unit: fc.constantFrom('a', 'é', '=', '&', '%', '+', '2', '0', '#', ':', '"'),
      maxLength: 8,
    })
    const pair = fc.tuple(fc.constantFrom(...Object.keys(history.query.entries)), piece)
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 6 }), (pairs) => {
        const query = pairs.map(([name, value]) => `${name}=${value.replaceAll('&', '&&')}`).join('&')
        const said = [...new URLSearchParams(query)]
        const names = Object.keys(history.query.entries)
        fc.pre(said.every(([name]) => names.includes(name)))
        const made = canonical(query)
        expect([...new URLSearchParams(made)]).toEqual(
          said.toSorted(([one], [other]) => names.indexOf(one) - names.indexOf(other)),
        )
        expect(canonical(made)).toBe(made)
        expect(made).toMatch(/^[\x21-\x7e]*$/)
      }),
      { numRuns: 3_000 },
    )
  })
})

test('a query of plain characters keeps its meaning in the order of the operation', () => {
  const names = Object.keys(history.query.entries)
  const value = fc.string({ unit: fc.constantFrom('a', 'Z', '0', '-', '.', '_', '~', ':', '/', ','), maxLength: 5 })
  const pairs = fc.array(fc.tuple(fc.constantFrom(...names), value), { minLength: 1, maxLength: 7 })
  fc.assert(
    fc.property(pairs, (said) => {
      const sorted = said.toSorted(([one], [other]) => names.indexOf(one) - names.indexOf(other))
      const text = (list: readonly (readonly string[])[]) => list.map((pair) => pair.join('=')).join('&')
      expect(canonical(text(said))).toBe(text(sorted))
    }),
    { numRuns: 1_000 },
  )
})

test('the first unknown parameter is named with its decoded value', () => {
  const refused = (operation: Operation, query: string) => expect(() => read(operation, query))
  refused(history, 'from=a&hour=1&x=2').toThrow('Query parameter "hour" (received "1") is unknown; accepted are: from')
  refused(history, '%68our=%C3%A9').toThrow('Query parameter "hour" (received "é")')
  refused(history, '=x').toThrow('Query parameter "" (received "x")')
  refused(history, 'From=a').toThrow('Query parameter "From"')
  refused(history, 'hours=1').toThrow('wGrid, wAdequacy.')
  refused(operationOf('getSchedule'), 'energyKwh=3').toThrow(
    'tieBreak, profile, wPrice, wCarbon, wGrid, wAdequacy. Did you mean energyKWh?',
  )
  refused(coverage, 'x').toThrow(
    'Query parameter "x" (received "") is unknown; this endpoint takes no query parameters.',
  )
})

test('a query that is too long once encoded is refused, because a service would not read it', () => {
  expect(() => canonical(`profile=${'"'.repeat(4_000)}`)).toThrow('at most 8192')
})

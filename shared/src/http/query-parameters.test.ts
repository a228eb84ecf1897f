import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { parseQuery, queryText } from './query-parameters.ts'

describe('a query', () => {
  test('begins behind the first question mark, and is empty without one', () => {
    expect(queryText('http://127.0.0.1:1/v1/score?a=?b')).toBe('a=?b')
    expect(queryText('http://127.0.0.1:1/v1/score?')).toBe('')
    expect(queryText('http://127.0.0.1:1/v1/score')).toBe('')
  })

  test('is taken apart exactly as the standard says, whether something in it is encoded or not', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '=', '&', '%', '+', '2', '0', 'é'), maxLength: 24 })
    fc.assert(
      fc.property(text, (query) => {
        const standard = [...new URLSearchParams(query)]
        const first = new Map(standard.toReversed())
        const repeated = standard.find(([name], index) => standard.findIndex(([other]) => other === name) < index)
        const parsed = parseQuery(query)
        expect(Object.fromEntries(parsed.values)).toEqual(Object.fromEntries(first))
        expect(parsed.repeated).toBe(repeated?.[0] ?? null)
      }),
      { numRuns: 3_000 },
    )
  })
})

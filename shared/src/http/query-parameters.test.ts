import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { firstOther, parseQuery, queryText } from './query-parameters.ts'

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

  test('has as its first other parameter the one the standard reads first among those not accepted', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '=', '&', '%', '+', '2', '0', 'é'), maxLength: 24 })
    const names = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'ab', ''))
    fc.assert(
      fc.property(text, names, (query, accepted) => {
        const other = [...new URLSearchParams(query)].find(([name]) => !accepted.includes(name))
        const expected = other === undefined ? null : { name: other[0], value: other[1] }
        expect(firstOther(query, accepted)).toEqual(expected)
      }),
      { numRuns: 3_000 },
    )
  })
})

import { describe, expect, test } from 'bun:test'
import { english } from './english.ts'
import { french } from './french.ts'

/** Every text, by the names on the way to it. */
function textsIn(value: unknown, way = ''): [string, string][] {
  if (typeof value === 'string') return [[way, value]]
  return Object.entries(Object(value)).flatMap(([name, inner]) => textsIn(inner, `${way}.${name}`))
}

test('both languages have the same keys, and identical texts only where intended', () => {
  const inFrench = new Map(textsIn(french))
  const inEnglish = textsIn(english)
  expect(inEnglish.map(([way]) => way)).toEqual([...inFrench.keys()])
  const same = inEnglish.filter(([way, text]) => inFrench.get(way) === text).map(([way]) => way)
  expect(same).toEqual([
    '.units.price',
    '.units.power',
    '.units.percent',
    '.columns.score',
    '.mix.total',
    '.sources.source',
  ])
})

describe('French typography', () => {
  test('has no-break spaces before signs', () => {
    expect(textsIn(french).filter(([, text]) => / [:;!?%€»]|« |\d h\b/.test(text))).toEqual([])
  })

  test('has typographic apostrophes', () => {
    expect(textsIn(french).filter(([, text]) => text.includes("'"))).toEqual([])
  })
})

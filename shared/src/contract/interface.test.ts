import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import {
  extractQuoted,
  extractSection,
  type InterfaceTable,
  parseTables,
  readInterface,
} from '../testing/interface-document.ts'
import { CarbonIntensityResponse, EmissionFactorsMetadata, MixEntry } from './carbon/carbon-intensity.ts'
import { EnergyScore, HourlyScore, SubScore } from './score.ts'
import {
  HistoryPoint,
  MethodologyBreakdownEntry,
  ScoreAnalyticsResponse,
  ScoreHistoryResponse,
} from './score-history.ts'
import { ScoreWeights } from './values/score-weights.ts'
import { MethodologyVersionSet } from './values/versions.ts'

const text = await readInterface('the contract against the resources of the interface')
const document = text ?? ''
const tables = parseTables(document)

const schemas = {
  CarbonIntensityResponse,
  MixEntry,
  EmissionFactorsMetadata,
  MethodologyVersionSet,
  MethodologyBreakdownEntry,
  ScoreAnalyticsResponse,
}
const schemaByHeading: Readonly<Record<string, { entries: Readonly<Record<string, v.GenericSchema>> }>> = {
  ...schemas,
  'EnergyScore (response of the real-time score)': EnergyScore,
  'HourlyScore (one element of a forecast)': HourlyScore,
}

/** Tables that are no resource, and are held to the contract elsewhere: `interface-values.test.ts`, `openapi/interface-operations.test.ts`. */
const otherHeadings = [
  'States and transitions',
  'GET /v1/score',
  'GET /v1/score/forecast',
  'GET /v1/score/history',
  'GET /v1/score/analytics',
  'Errors',
  'Limits',
]

/** Values that each type of the interface takes, and values that it does not. */
const samplesByType: Readonly<Record<string, { taken: unknown[]; refused: unknown[] }>> = {
  'date-time': { taken: ['2026-02-03T18:20:00Z'], refused: ['yesterday', 1] },
  date: { taken: ['2026-02-03'], refused: ['2026-02-03T18:20:00Z', 1] },
  int32: { taken: [1], refused: [1.5, '1'] },
  number: { taken: [1.5], refused: ['1'] },
  boolean: { taken: [true, false], refused: ['true', 1] },
  string: { taken: [], refused: [1, {}, true] },
  'array of string': { taken: [[], ['a']], refused: ['a', [1]] },
  'array of MixEntry': { taken: [[]], refused: [{}, [1], ['a']] },
  'array of SubScore': { taken: [[]], refused: [{}, [1], ['a']] },
  ScoreLevel: { taken: ['Optimal'], refused: ['optimal', 1] },
  ScoreWeights: { taken: [{ price: 0.3, carbon: 0.3, grid: 0.2, adequacy: 0.2 }], refused: [{}, 1] },
  MethodologyVersionSet: {
    taken: [{ score: 1, carbon: 1, confidence: 1, consumption: null }],
    refused: [{}, { score: 1 }, 1],
  },
  EmissionFactorsMetadata: { taken: [], refused: [{}, 'a'] },
  'object, string to string': { taken: [{ a: 'b' }], refused: [{ a: 1 }, 'a'] },
  'object, string to boolean': { taken: [{ a: true }], refused: [{ a: 1 }, 'a'] },
}

function expectType(where: string, entry: v.GenericSchema, type: string): void {
  const plain = type.replace(/ \((?:UTC|no time|double|production-type code)\)$/, '')
  const samples = samplesByType[plain]
  expect({ where, type, isKnown: samples !== undefined }).toEqual({ where, type, isKnown: true })
  for (const value of samples?.taken ?? []) expect([where, value, v.is(entry, value)]).toEqual([where, value, true])
  for (const value of samples?.refused ?? []) expect([where, value, v.is(entry, value)]).toEqual([where, value, false])
}

function tableOf(heading: string): InterfaceTable {
  const [table, ...others] = tables.filter((one) => one.heading === heading)
  if (table === undefined || others.length > 0) throw new Error(`not one table under ${heading}`)
  return table
}

describe.skipIf(text === null)('the contract has the resources of the interface', () => {
  test('every table of the interface is compared with the contract in some test', () => {
    const headings = [...new Set(tables.map(({ heading }) => heading))]
    expect(headings.sort()).toEqual([...Object.keys(schemaByHeading), ...otherHeadings].sort())
  })

  for (const [heading, { entries }] of Object.entries(schemaByHeading)) {
    test(`${heading} has the same fields in the same order and of the same types, null only where the table allows it`, () => {
      const { rows, columns } = tableOf(heading)
      const fields = rows.map((row) => row['Field'] ?? '')
      // Analytics has a second list of fields, in a sentence.
      expect(Object.keys(entries).filter((key) => fields.includes(key))).toEqual(fields)
      for (const { Field: field = '', Type: type = '', Null: nullable = 'no' } of rows) {
        const entry = entries[field]
        if (entry === undefined) throw new Error(`no ${field}`)
        expectType(`${heading}.${field}`, entry, type)
        expect(`${field} null: ${v.is(entry, null)}`).toBe(`${field} null: ${nullable.startsWith('yes')}`)
        // Required: a key that may be left out takes undefined.
        expect([field, v.is(entry, undefined)]).toEqual([field, false])
      }
      expect(columns.slice(0, 2)).toEqual(['Field', 'Type'])
    })
  }

  test('a resource has no field that neither its table, a sentence of the interface nor a decision names', () => {
    for (const [heading, { entries }] of Object.entries(schemaByHeading)) {
      const fields = tableOf(heading).rows.map((row) => row['Field'] ?? '')
      const [, sentence = ''] = extractSection(document, heading).match(/^Other aggregate fields [^:]*: (.*?)\./m) ?? []
      const ruled = heading === 'ScoreAnalyticsResponse' ? ['methodologyBreakdown'] : []
      const beyond = Object.keys(entries).filter((key) => !fields.includes(key))
      expect([heading, beyond.sort()]).toEqual([heading, [...extractQuoted(sentence), ...ruled].sort()])
    }
  })

  test('SubScore, ScoreWeights and the history have the fields that the interface names in sentences', () => {
    const [, subScore = ''] = extractSection(document, 'SubScore').match(/Fields: (.*)\. Exact/) ?? []
    expect(extractQuoted(subScore).filter((word) => word in SubScore.entries)).toEqual(Object.keys(SubScore.entries))
    const [, weights = ''] = extractSection(document, 'ScoreWeights').match(/fields (.*?)\./) ?? []
    expect(extractQuoted(weights)).toEqual(Object.keys(ScoreWeights.entries))
    const known = extractQuoted(extractSection(document, 'ScoreHistoryResponse'))
    const ofHistory = [...Object.keys(ScoreHistoryResponse.entries), ...Object.keys(HistoryPoint.entries)]
    expect(known.filter((name) => !ofHistory.includes(name))).toEqual([])
  })
})

test('an object with an extra field is refused', () => {
  expect(v.is(MixEntry, { productionType: 'SOLAR', valueMW: 1, sharePct: 1, isLowCarbon: true })).toBe(true)
  expect(v.is(MixEntry, { productionType: 'SOLAR', valueMW: 1, sharePct: 1, isLowCarbon: true, extra: 1 })).toBe(false)
})

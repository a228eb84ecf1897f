import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { HistoryPoint, MethodologyBreakdownEntry, ScoreAnalyticsResponse } from '../contract/score-history.ts'
import { describeFields } from './describe-fields.ts'

const described = describeFields(ScoreAnalyticsResponse)
const topLevel = described.filter(({ name }) => !/[[.]/.test(name))

describe('the described fields of the analytics response', () => {
  test('are exactly the fields of the schema, in its order', () => {
    expect(topLevel.map(({ name }) => name)).toEqual(Object.keys(ScoreAnalyticsResponse.entries))
  })

  test('are nullable exactly when the schema accepts null', () => {
    for (const [name, schema] of Object.entries(ScoreAnalyticsResponse.entries)) {
      expect([name, topLevel.find((field) => field.name === name)?.nullable]).toEqual([name, v.is(schema, null)])
    }
  })

  test('have types that match the schema for a sample of each type', () => {
    const samples: Readonly<Record<string, { taken: unknown; refused: unknown }>> = {
      'date-time': { taken: '2025-01-15T12:00:00Z', refused: 'yesterday' },
      boolean: { taken: true, refused: 1 },
      int32: { taken: 7, refused: 7.5 },
      number: { taken: 7.5, refused: '7.5' },
      string: { taken: 'Europe/Paris', refused: 7 },
      'string (raw, hourly)': { taken: 'raw', refused: 'daily' },
      'array of object': { taken: [], refused: {} },
    }
    for (const [name, schema] of Object.entries(ScoreAnalyticsResponse.entries)) {
      const type = topLevel.find((field) => field.name === name)?.type ?? ''
      expect([name, type, v.is(schema, samples[type]?.taken)]).toEqual([name, type, true])
      expect([name, type, v.is(schema, samples[type]?.refused)]).toEqual([name, type, false])
    }
  })

  test('include list elements and nested objects', () => {
    const nested = Object.fromEntries(
      described.map(({ name, type, nullable }) => [name, `${type}${nullable ? '?' : ''}`]),
    )
    expect(nested).toMatchObject({
      'bestHours[].hour': 'int32',
      'bestHours[].avgGlobalScore': 'number',
      'worstHours[].sampleCount': 'int32',
      'methodologyBreakdown[].methodologyVersions': 'object',
      'methodologyBreakdown[].methodologyVersions.score': 'int32',
      'methodologyBreakdown[].methodologyVersions.consumption': 'int32?',
      'methodologyBreakdown[].sampleCount': 'int32',
    })
  })
})

test('every field of the other history responses can be described', () => {
  expect(describeFields(HistoryPoint).map(({ name }) => name)).toEqual(Object.keys(HistoryPoint.entries))
  expect(describeFields(MethodologyBreakdownEntry)).toHaveLength(6)
})

test('a field without a description is refused, not left out', () => {
  expect(() => describeFields(v.strictObject({ odd: v.bigint() }))).toThrow('bigint')
})

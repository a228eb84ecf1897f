import type { QueryParameterName } from '@hexawatt/shared/contract/operations'
import type { ProblemCode } from '@hexawatt/shared/contract/problem'

/** A query that is refused: the code, and the text that the detail must contain. */
export type RefusedQuery = { query: string; code: ProblemCode; named: readonly string[] }

/** @param from name of the parameter that begins the window */
export function refusedWindows(from: QueryParameterName): RefusedQuery[] {
  const to = from.replace(/from$/i, (end) => (end === 'from' ? 'to' : 'To'))
  return [
    {
      query: `${from}=2026-02-03T17:00:00Z&${to}=2026-02-03T17:00:00Z`,
      code: 'invalid_range',
      named: [from, to, '2026-02-03T17:00:00Z', 'earlier'],
    },
    {
      query: `${from}=2026-02-03T17:00:00Z&${to}=2026-02-02T17:00:00Z`,
      code: 'invalid_range',
      named: ['2026-02-03T17:00:00Z', '2026-02-02T17:00:00Z'],
    },
    {
      query: `${from}=2026-02-03T18:20:01Z&${to}=2026-02-04T00:00:00Z`,
      code: 'invalid_range',
      named: [from, '2026-02-03T18:20:01Z', 'future'],
    },
    {
      query: `${from}=2025-01-01T00:00:00Z&${to}=2026-01-02T00:00:01Z`,
      code: 'window_too_large',
      named: ['2025-01-01T00:00:00Z', '366 days'],
    },
    { query: `${from}=2024-01-01T00:00:00Z`, code: 'window_too_large', named: ['2024-01-01T00:00:00Z', '366 days'] },
  ]
}

export const refusedRanges: readonly RefusedQuery[] = [
  {
    query: 'start=2026-02-03T17:00:00Z&end=2026-02-03T17:00:00Z',
    code: 'invalid_range',
    named: ['start', 'end', '2026-02-03T17:00:00Z', 'earlier'],
  },
  {
    query: 'start=2026-02-03T18:20:01Z&end=2026-02-04T00:00:00Z',
    code: 'invalid_range',
    named: ['start', '2026-02-03T18:20:01Z', 'future'],
  },
  {
    query: 'start=2026-01-01T00:00:00Z&end=2026-01-11T00:00:01Z',
    code: 'window_too_large',
    named: ['2026-01-01T00:00:00Z', '10 days'],
  },
]

/** An instant of which nothing can be stored yet. */
export function refusedInstants(name: 'at' | 'datetime'): RefusedQuery[] {
  const future = '2026-02-03T18:20:01Z'
  return [{ query: `${name}=${future}`, code: 'invalid_range', named: [name, future, 'future'] }]
}

/** A load without the time that it may run in. */
export const refusedSpans: readonly RefusedQuery[] = [
  {
    query: 'durationMinutes=60&earliest=2026-02-04T17:00:00Z&latest=2026-02-04T17:00:00Z',
    code: 'invalid_range',
    named: ['earliest', 'latest', '2026-02-04T17:00:00Z'],
  },
  {
    query: 'durationMinutes=60&latest=2026-02-03T17:00:00Z',
    code: 'invalid_range',
    named: ['latest', '2026-02-03T17:00:00Z', 'now'],
  },
]

/** Two windows at once: which one is meant is not known. */
export const twoWindows: readonly RefusedQuery[] = [
  {
    query: 'issuedTo=2026-02-03T17:00:00Z&targetFrom=2026-02-03T17:00:00Z',
    code: 'invalid_parameter',
    named: ['targetFrom', 'issuedTo', '"2026-02-03T17:00:00Z"', 'not both'],
  },
]

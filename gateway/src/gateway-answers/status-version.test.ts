import { expect, test } from 'bun:test'
import type { LoadedPast, SourceStatus } from '@hexawatt/shared/contract/status'
import { createAnswerHeaders } from '@hexawatt/shared/http/present'
import { makeStatusAnswer } from './status-response.ts'

const source: SourceStatus = {
  id: 'consumption',
  lastSuccess: '2025-01-15T14:15:00Z',
  source: 'rte',
  licence: 'RTE Data, terms of the API subscription',
  newestSlot: '2025-01-15T14:00:00Z',
  lagMinutes: 20,
  expectedNext: '2025-01-15T14:30:00Z',
  consecutiveFailures: 0,
  demo: false,
  note: null,
}
const headers = (
  changes: Partial<SourceStatus> = {},
  generatedAt = '2025-01-15T14:20:00Z',
  history: LoadedPast | null = null,
) => createAnswerHeaders(makeStatusAnswer({ mode: 'live', generatedAt, sources: [{ ...source, ...changes }], history }))

test('the version changes with what the sources delivered, not with ages', () => {
  const etag = headers()['etag']
  expect(headers({ lagMinutes: 21 }, '2025-01-15T14:21:00Z')['etag']).toBe(etag)
  expect(headers({ newestSlot: '2025-01-15T14:15:00Z' })['etag']).not.toBe(etag)
  expect(headers({ consecutiveFailures: 1 })['etag']).not.toBe(etag)
  const history: LoadedPast = { knownDays: 31, wantedDays: 365, state: 'loading', forecastReady: true }
  expect(headers({}, '2025-01-15T14:20:00Z', history)['etag']).not.toBe(etag)
})

test('any cache may keep it for some seconds, and it is dated by its computation', () => {
  expect(headers()).toMatchObject({
    'cache-control': 'public, max-age=10',
    'last-modified': 'Wed, 15 Jan 2025 14:20:00 GMT',
  })
})

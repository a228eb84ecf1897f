import { expect, test } from 'bun:test'
import { ScoreHistoryResponse } from '@hexawatt/shared/contract/score-history'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import * as v from 'valibot'
import { startHistoryFixture } from './testing/history-fixture.ts'
import { plainPoints } from './testing/sample-points.ts'

const fixture = stopAtEnd(await startHistoryFixture('2025-06-15T12:34:56Z'))
await fixture.addPoints(plainPoints('2025-06-08T00:00:00Z', '2025-06-15T12:30:01Z'))

const history = async (query: string): Promise<ScoreHistoryResponse> =>
  v.parse(ScoreHistoryResponse, await (await fixture.ask(`/v1/score/history?${query}`)).json())
const refusal = async (query: string) => problemOf(await fixture.ask(`/v1/score/history?${query}`))

test('fractions of a second are compared exactly and echoed: a point before from is left out, one before to is served', async () => {
  for (const [from, to] of [
    ['2025-06-10T00:00:00.500Z', '2025-06-10T00:10:00.500Z'],
    ['2025-06-10T00:00:00.000000001Z', '2025-06-10T00:10:00.000000001Z'],
  ]) {
    const body = await history(`from=${from}&to=${to}`)
    expect(body).toMatchObject({ from, to, effectiveFrom: from, truncated: false, sampleCount: 1 })
    expect(body.points.map(({ timestamp }) => timestamp)).toEqual(['2025-06-10T00:10:00Z'])
    const csv = await fixture.ask(`/v1/score/history?from=${from}&to=${to}`, 'scale', {
      headers: { accept: 'text/csv' },
    })
    expect(csv.headers.get('x-effective-from')).toBe(from ?? '')
    expect((await csv.text()).trim().split('\r\n')).toHaveLength(2)
    const analytics = await fixture.ask(`/v1/score/analytics?from=${from}&to=${to}`)
    expect(await analytics.json()).toMatchObject({ from, to, effectiveFrom: from, sampleCount: 1 })
  }
})

test('two instants within one second bound a window', async () => {
  const within = await history('from=2025-06-10T00:00:00Z&to=2025-06-10T00:00:00.001Z')
  expect(within.points.map(({ timestamp }) => timestamp)).toEqual(['2025-06-10T00:00:00Z'])
  expect((await history('from=2025-06-10T00:00:00.2Z&to=2025-06-10T00:00:00.7Z')).points).toEqual([])
  expect(await refusal('from=2025-06-10T00:00:00.7Z&to=2025-06-10T00:00:00.2Z')).toMatchObject({
    code: 'invalid_range',
    detail: 'from (2025-06-10T00:00:00.700Z) must be earlier than to (2025-06-10T00:00:00.200Z).',
  })
})

test('a date means its midnight in Paris and a time of day its last occurrence; the response names the instants', async () => {
  expect(await history('from=2025-06-10&to=2025-06-11')).toMatchObject({
    from: '2025-06-09T22:00:00Z',
    to: '2025-06-10T22:00:00Z',
    sampleCount: 144,
  })
  // It is 14:34 in Paris.
  expect(await history('from=22:00&to=07:00')).toMatchObject({
    from: '2025-06-14T20:00:00Z',
    to: '2025-06-15T05:00:00Z',
  })
  expect(await refusal('from=07:00&to=22:00')).toMatchObject({ code: 'invalid_range' })
})

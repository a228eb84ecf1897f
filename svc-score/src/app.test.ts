import { describe, expect, test } from 'bun:test'
import { internalTokenHeader, principalHeader } from '@hexawatt/shared/http/principal'
import { forecastSnapshot, scoreSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { requestOnOneConnection } from '@hexawatt/shared/testing/request-on-one-connection'
import { sampleForecast, sampleScore } from './testing/sample-snapshots.ts'
import { createPlanHeaders, readRefusal, startScoreFixture, testToken } from './testing/score-fixture.ts'

const fixture = stopAtEnd(await startScoreFixture())

const paths = ['/v1/score', '/v1/score/forecast', '/v1/outlook', '/v1/schedule', '/v1/grid/status', '/v1/tariff/today']

describe('access to svc-score', () => {
  test('requires the internal token and a principal of a known version', async () => {
    await fixture.store(scoreSnapshot, sampleScore)
    const good = createPlanHeaders('pro')
    const strangers: Record<string, string>[] = [
      {},
      { [internalTokenHeader]: testToken },
      { [principalHeader]: good[principalHeader] ?? '' },
      { ...good, [internalTokenHeader]: 'x'.repeat(testToken.length) },
      { ...good, [internalTokenHeader]: `${testToken}x` },
      { ...good, [principalHeader]: 'not json' },
      { ...good, [principalHeader]: JSON.stringify({ ...JSON.parse(good[principalHeader] ?? ''), v: 3 }) },
    ]
    for (const headers of strangers) {
      for (const path of paths) expect((await fetch(`${fixture.url}${path}`, { headers })).status).toBe(404)
    }
    expect((await fixture.ask('/v1/score')).status).toBe(200)
  })

  test('needs no token for probes', async () => {
    expect(await (await fetch(`${fixture.url}/healthz`)).text()).toBe('ok')
    expect((await fetch(`${fixture.url}/readyz`)).status).toBe(200)
  })
})

test('a newly computed score is served as soon as it is announced', async () => {
  // Its time stands still: nothing that is kept ever grows old.
  const still = await startScoreFixture(() => 0)
  const computedAt = async () => Object(await (await still.ask('/v1/score')).json()).computedAt
  await still.store(scoreSnapshot, sampleScore)
  expect(await computedAt()).toBe(sampleScore.computedAt)
  await still.store(scoreSnapshot, { ...sampleScore, computedAt: '2025-01-15T14:20:10Z' })
  while ((await computedAt()) !== '2025-01-15T14:20:10Z') await Bun.sleep(5)
  await still.stop()
})

test('requests on one connection are answered from memory at once, as the gateway sends them', async () => {
  // Its time stands still, so that nothing is read anew. Bun closes a connection with a second request before the first answer.
  const still = await startScoreFixture(() => 0)
  await still.store(scoreSnapshot, sampleScore)
  await still.store(forecastSnapshot, sampleForecast)
  const inARow = ['/v1/score', '/v1/score/forecast', '/v1/score?wPrice=1&wCarbon=0&wGrid=0&wAdequacy=0', '/v1/outlook']
  for (const path of inARow) await still.ask(path)
  expect(await requestOnOneConnection(still.url, inARow, createPlanHeaders('pro'))).toEqual([200, 200, 200, 200])
  await still.stop()
})

test('HEAD has the headers of GET, and each request is counted once', async () => {
  await fixture.store(scoreSnapshot, sampleScore)
  await fixture.store(forecastSnapshot, sampleForecast)
  const headers = { ...createPlanHeaders('pro'), 'x-request-id': 'one-and-the-same' }
  const given = async (path: string, method: string) => {
    const answer = await fetch(`${fixture.url}${path}`, { method, headers })
    return [answer.status, ...[...answer.headers].filter(([name]) => name !== 'date')]
  }
  const counted = async () => {
    const text = await (await fetch(`${fixture.url}/metrics`)).text()
    return Number(/^http_request_duration_seconds_count\{.*status="200".*\} (\d+)$/m.exec(text)?.[1] ?? 0)
  }
  const before = await counted()
  const inMemory = ['/v1/score', '/v1/score/forecast?hours=3', '/v1/score?wPrice=1&wCarbon=0&wGrid=0&wAdequacy=0']
  for (const path of inMemory) expect(await given(path, 'GET')).toEqual(await given(path, 'HEAD'))
  // The probe that asked before is counted too.
  expect((await counted()) - before).toBe(2 * inMemory.length + 1)
})

describe('with both stores failing', () => {
  test('nothing is an internal error: unread snapshots are 503, known ones are still served up to their age limit', async () => {
    await fixture.forget()
    await fixture.store(scoreSnapshot, sampleScore)
    await fixture.store(forecastSnapshot, sampleForecast)
    for (const path of ['/v1/score', '/v1/score/forecast']) expect((await fixture.ask(path)).status).toBe(200)
    await fixture.breakStores()
    for (const path of ['/v1/score', '/v1/score/forecast']) expect((await fixture.ask(path)).status).toBe(200)
    for (const path of ['/v1/grid/status', '/v1/tariff/today']) {
      expect(await readRefusal(await fixture.ask(path))).toMatchObject({ status: 503, code: 'service_unavailable' })
    }
    // The last good score is served up to its age limit and not beyond.
    fixture.moveTo('2025-01-15T15:20:01Z')
    expect((await readRefusal(await fixture.ask('/v1/score'))).status).toBe(503)
  })
})

import { describe, expect, test } from 'bun:test'
import { createProblem, createSuccess, type SeenRequest, startScriptedApi } from '../testing/scripted-api.ts'
import { createKeptAnswers } from './kept-answers.ts'

const answer = (text: string) => ({ etag: 'W/"1"', dataMode: null, isDegraded: false, text })

describe('the client cache', () => {
  test('has a bounded number of responses and drops the least recently used', () => {
    const kept = createKeptAnswers(2)
    kept.keep('/a', answer('a'))
    kept.keep('/b', answer('b'))
    kept.find('/a')
    kept.keep('/c', answer('c'))
    expect(['/a', '/b', '/c'].map((address) => kept.find(address)?.text)).toEqual(['a', undefined, 'c'])
  })

  test('has a bounded size, and an oversized response displaces nothing', () => {
    const kept = createKeptAnswers(10, 10)
    kept.keep('/a', answer('12345'))
    kept.keep('/b', answer('12345'))
    kept.keep('/large', answer('12345678901'))
    expect(['/a', '/b', '/large'].map((address) => kept.find(address)?.text.length)).toEqual([5, 5, undefined])
    kept.keep('/c', answer('1'))
    expect(['/a', '/b', '/c'].map((address) => kept.find(address)?.text.length)).toEqual([undefined, 5, 1])
  })

  test('counts a replaced response anew', () => {
    const kept = createKeptAnswers(10, 10)
    for (const text of ['1234567890', '12345', '1']) kept.keep('/a', answer(text))
    kept.keep('/b', answer('123456789'))
    expect(['/a', '/b'].map((address) => kept.find(address)?.text.length)).toEqual([1, 9])
  })

  test('stores nothing with a bound of 0', () => {
    const kept = createKeptAnswers(0)
    kept.keep('/a', answer('a'))
    expect(kept.find('/a')).toBeNull()
  })
})

const live = { etag: 'W/"7"', 'x-data-mode': 'live' }
const notModified =
  (headers: Record<string, string> = {}) =>
  () =>
    new Response(null, { status: 304, headers })
const etagsSent = (requests: SeenRequest[]) => requests.map(({ headers }) => headers.get('if-none-match'))

describe('an unchanged response', () => {
  test('is requested by its ETag and returned as a copy', async () => {
    await using api = startScriptedApi(createSuccess({ globalScore: 70 }, live), notModified())
    const client = api.client()
    const first = await client.score()
    first.data.globalScore = 0
    const second = await client.score()
    expect(second).toMatchObject({ etag: 'W/"7"', dataMode: 'live', isNotModified: true, data: { globalScore: 70 } })
    expect([first.isNotModified, etagsSent(api.requests)]).toEqual([false, [null, 'W/"7"']])
  })

  test('has the limits and source state of the newer response', async () => {
    const limits = { 'x-ratelimit-limit-minute': '60', 'x-ratelimit-remaining-minute': '58' }
    await using api = startScriptedApi(
      createSuccess({}, live),
      notModified({ ...limits, 'x-data-mode': 'live', 'x-service-confidence': 'degraded', 'x-request-id': 'second' }),
    )
    const client = api.client()
    await client.score()
    expect(await client.score()).toMatchObject({
      isDegraded: true,
      requestId: 'second',
      rateLimit: { limitMinute: 60, remainingMinute: 58, limitMonth: null, remainingMonth: null },
    })
  })

  test('is separate for other parameters and for another client', async () => {
    await using api = startScriptedApi(createSuccess({}, live))
    const client = api.client()
    await client.score()
    await client.score({ profile: 'carbon' })
    await api.client().score()
    await client.score({ profile: 'carbon' })
    expect(etagsSent(api.requests)).toEqual([null, null, null, 'W/"7"'])
  })

  test('is replaced when changed, and survives a refusal', async () => {
    const changed = createSuccess({ globalScore: 2 }, { etag: 'W/"8"' })
    await using api = startScriptedApi(
      createSuccess({ globalScore: 1 }, live),
      createProblem(400, 'invalid_parameter'),
      changed,
      notModified(),
    )
    const client = api.client()
    await client.score()
    await client.score().catch(() => undefined)
    expect((await client.score()).data.globalScore).toBe(2)
    expect((await client.score()).data.globalScore).toBe(2)
    expect(etagsSent(api.requests)).toEqual([null, 'W/"7"', 'W/"7"', 'W/"8"'])
  })

  test('without an ETag is not cached', async () => {
    await using api = startScriptedApi(createSuccess({ globalScore: 1 }))
    const client = api.client()
    await client.score()
    expect(await client.score()).toMatchObject({ etag: null, isNotModified: false })
    expect(etagsSent(api.requests)).toEqual([null, null])
  })
})

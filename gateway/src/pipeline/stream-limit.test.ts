import { beforeEach, expect, test } from 'bun:test'
import { storeTestKey } from '@hexawatt/shared/testing/key-fixture'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { until } from '@hexawatt/shared/testing/until'
import { useTestGateway } from '../testing/use-gateway.ts'
import { maxStreams } from '../upstream/guarded-service.ts'
import { maxStreamsPerAccount } from './operation-routes.ts'

const { gateway, service } = await useTestGateway()

const history = `${gateway.url}/v1/score/history`
const ask = (key: string, init: RequestInit = {}) =>
  fetch(history, { ...init, headers: { 'x-api-key': key, ...init.headers } })

/** A body that goes on for as long as it is read. */
const endless = () => new Response(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(50_000)) }))
beforeEach(() => service.answerWith(endless))

/** Opens as many streams of an account as it may have, once the gateway has noticed that earlier clients left. @returns ends them */
async function holdAll(key: string): Promise<() => Promise<void>> {
  let held: Response[] = []
  await until('every stream is admitted', async () => {
    held = await Promise.all(Array.from({ length: maxStreamsPerAccount }, () => ask(key)))
    if (held.every(({ status }) => status === 200)) return true
    for (const { body } of held) await body?.cancel()
    return false
  })
  // Answers that nothing refers to any more would be given up by the runtime before that.
  return async () => {
    for (const { body } of held) await body?.cancel()
    await until('a stream is admitted', async () => {
      const answer = await ask(key)
      await answer.body?.cancel()
      return answer.status === 200
    })
  }
}

test('an account may hold fewer streams than a gateway has, so that other accounts are served', async () => {
  expect(maxStreamsPerAccount).toBeLessThan(maxStreams / 2)
  const [greedy, other] = [await storeTestKey(gateway), await storeTestKey(gateway)]
  const release = await holdAll(greedy.key)
  const refused = await ask(greedy.key)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
  expect(await problemOf(refused)).toMatchObject({ code: 'too_many_streams' })
  const served = await ask(other.key)
  expect(served.status).toBe(200)
  await served.body?.cancel()
  await release()
})

test('all keys of an account share its streams', async () => {
  const account = `account ${crypto.randomUUID()}`
  const [one, two] = [await storeTestKey(gateway, 'scale', account), await storeTestKey(gateway, 'scale', account)]
  const release = await holdAll(one.key)
  expect((await ask(two.key)).status).toBe(429)
  await release()
})

test('a refused stream costs nothing in the month, and other operations of the account are served', async () => {
  const { key } = await storeTestKey(gateway)
  const release = await holdAll(key)
  const leftAfter = async (path: string) => {
    const answer = await fetch(`${gateway.url}${path}`, { headers: { 'x-api-key': key } })
    await answer.body?.cancel()
    return [answer.status, Number(answer.headers.get('x-ratelimit-remaining-month'))]
  }
  const [, before = 0] = await leftAfter('/v1/score/history')
  expect(await leftAfter('/v1/score/history')).toEqual([429, before])
  service.answerWith(() => Response.json({ from: 'service' }))
  expect(await leftAfter('/v1/score/analytics')).toEqual([200, before - 1])
  service.answerWith(endless)
  await release()
})

test('a request that ends without a stream releases its slot: HEAD, 304, refusals, failures, short responses, disconnects', async () => {
  const { key } = await storeTestKey(gateway)
  const answers: (() => Response | Promise<Response>)[] = [
    () => new Response(null, { status: 304 }),
    () =>
      Response.json(
        { code: 'invalid_range', detail: 'x' },
        { status: 400, headers: { 'content-type': 'application/problem+json' } },
      ),
    () => new Response('x', { status: 500 }),
    () => new Response('short'),
  ]
  for (const answer of answers) {
    service.answerWith(answer)
    for (let asked = 0; asked <= maxStreamsPerAccount; asked++) await (await ask(key)).text()
  }
  service.answerWith(endless)
  for (let asked = 0; asked <= maxStreamsPerAccount; asked++) {
    expect((await ask(key, { method: 'HEAD' })).status).toBe(200)
    expect((await fetch(`${history}?nothing=1`, { headers: { 'x-api-key': key } })).status).toBe(400)
  }
  service.answerWith(() => new Promise(() => undefined))
  for (let asked = 0; asked <= maxStreamsPerAccount; asked++) {
    await ask(key, { signal: AbortSignal.timeout(20) }).catch(() => undefined)
  }
  service.answerWith(endless)
  const release = await holdAll(key)
  await release()
})

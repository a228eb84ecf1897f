import { beforeEach, expect, test } from 'bun:test'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { startStandInService } from '../../testing/stand-in-service.ts'
import { createChunkedResponse, createServiceRequest, startForwardFixture } from '../testing/forward-fixture.ts'

const service = stopAtEnd(startStandInService())
beforeEach(() => service.answerWith(() => Response.json({})))

const ask = ({ forward }: ReturnType<typeof startForwardFixture>, changes = {}) =>
  forward(createServiceRequest('getCarbonIntensity', changes))
/** `fetch` names itself, the fast client does not. */
const isPlain = () => service.requests.at(-1)?.headers.has('user-agent')

test('a response without a declared length switches to the plain client for one minute', async () => {
  const fixture = startForwardFixture(service.url)
  service.answerWith(() => createChunkedResponse())
  const before = service.requests.length
  expect((await ask(fixture)).status).toBe(200)
  expect([service.requests.length - before, isPlain()]).toEqual([2, true])
  service.answerWith(() => Response.json({}))
  fixture.advanceClock(59_000)
  expect([(await ask(fixture)).status, isPlain()]).toEqual([200, true])
  fixture.advanceClock(1_000)
  expect([(await ask(fixture)).status, isPlain()]).toEqual([200, false])
})

test('a refusal without a declared length does not switch the client, because a caller can cause it', async () => {
  const fixture = startForwardFixture(service.url)
  // More than the parser of a service reads: it answers 431 without a length and closes.
  await expect(ask(fixture, { conditions: { ifNoneMatch: 'x'.repeat(20_000) } })).rejects.toMatchObject({
    code: 'service_unavailable',
  })
  expect([(await ask(fixture)).status, isPlain()]).toEqual([200, false])
  for (const status of [400, 404, 500]) {
    service.answerWith(() => createChunkedResponse(status))
    await expect(ask(fixture)).rejects.toMatchObject({ code: 'service_unavailable' })
    service.answerWith(() => Response.json({}))
    expect([(await ask(fixture)).status, isPlain()]).toEqual([200, false])
  }
})

test('streams are read by the plain client', async () => {
  const { forward } = startForwardFixture(service.url)
  const { body } = await forward(createServiceRequest('getScoreHistory'))
  expect([await new Response(body).json(), isPlain()]).toEqual([{}, true])
})

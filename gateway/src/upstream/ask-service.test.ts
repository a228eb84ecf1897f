import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { startStandInService } from '../testing/stand-in-service.ts'
import { chunkedAnswer, serviceRequest, startForwardFixture } from './testing/forward-fixture.ts'

const service = startStandInService()
beforeEach(() => service.answerWith(() => Response.json({})))
afterAll(() => service.stop())

test.each([
  ['', 'getCarbonIntensity', '/v1/carbon/intensity'],
  ['/', 'getCarbonIntensity', '/v1/carbon/intensity'],
  ['/inner', 'getCarbonIntensity', '/inner/v1/carbon/intensity'],
  ['/inner/', 'getCarbonIntensity', '/inner/v1/carbon/intensity'],
  ['/inner', 'getScoreHistory', '/inner/v1/score/history'],
  ['/inner/', 'getScoreHistory', '/inner/v1/score/history'],
] as const)('a service at %p is asked for %s at %s', async (path, id, asked) => {
  const { forward } = startForwardFixture(`${service.url}${path}`)
  const { body } = await forward(serviceRequest(id))
  if (body instanceof ReadableStream) await body.cancel()
  expect(new URL(service.requests.at(-1)?.url ?? '').pathname).toBe(asked)
})

describe('the slower client', () => {
  const ask = ({ forward }: ReturnType<typeof startForwardFixture>, changes = {}) =>
    forward(serviceRequest('getCarbonIntensity', changes))
  /** `fetch` names itself, our own client does not. */
  const isSlower = () => service.requests.at(-1)?.headers.has('user-agent')

  test('is used for a minute after it has read what the other could not, and then no longer', async () => {
    const fixture = startForwardFixture(service.url)
    service.answerWith(() => chunkedAnswer())
    expect((await ask(fixture)).status).toBe(200)
    service.answerWith(() => Response.json({}))
    fixture.moveOn(59_000)
    expect([(await ask(fixture)).status, isSlower()]).toEqual([200, true])
    fixture.moveOn(1_000)
    expect([(await ask(fixture)).status, isSlower()]).toEqual([200, false])
  })

  test('is not used further after a refusal in whatever framing: a caller can bring that about', async () => {
    const fixture = startForwardFixture(service.url)
    // More than the parser of a service reads: it answers 431 without a length and closes.
    await expect(ask(fixture, { conditions: { ifNoneMatch: 'x'.repeat(20_000) } })).rejects.toMatchObject({
      code: 'service_unavailable',
    })
    expect([(await ask(fixture)).status, isSlower()]).toEqual([200, false])
    for (const status of [400, 404, 500]) {
      service.answerWith(() => chunkedAnswer(status))
      await expect(ask(fixture)).rejects.toMatchObject({ code: 'service_unavailable' })
      service.answerWith(() => Response.json({}))
      expect([(await ask(fixture)).status, isSlower()]).toEqual([200, false])
    }
  })
})

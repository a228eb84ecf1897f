import { beforeEach, expect, test } from 'bun:test'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { startStandInService } from '../testing/stand-in-service.ts'
import { createServiceRequest, startForwardFixture } from './testing/forward-fixture.ts'

const service = stopAtEnd(startStandInService())
let fixture = startForwardFixture(service.url)

beforeEach(() => {
  service.answerWith(() => Response.json({ from: 'service' }))
  fixture = startForwardFixture(service.url, { timeoutMs: 200 })
})

const circuit = () => fixture.metric('gateway_circuit_state', 'svc-history')

test.each(['getScoreAnalytics', 'getScoreHistory'] as const)(
  'a call of %s that is no valid request is an internal error: no service is called or counted as failing',
  async (id) => {
    const before = service.requests.length
    for (let count = 0; count < 20; count++) {
      for (const wrong of [{ query: 'a=é' }, { query: 'a b' }, { requestId: 'a\r\nb: c' }]) {
        await expect(fixture.forward(createServiceRequest(id, wrong))).rejects.toBeInstanceOf(TypeError)
      }
    }
    expect(service.requests.length).toBe(before)
    expect([await circuit(), await fixture.metric('gateway_service_failures_total')]).toEqual([0, null])
    expect((await fixture.forward(createServiceRequest(id))).status).toBe(200)
  },
)

test.each([
  ['fails', () => new Response('broken', { status: 500 })],
  ['breaks off', () => new Response(new Blob([new Uint8Array(5 * 1024 * 1024)]))],
  ['is late', () => new Promise<Response>(() => undefined)],
])('a service that %s for one caller only is still called for the others', async (_, failing) => {
  service.answerWith(failing)
  const failed = Array.from({ length: 30 }, () =>
    fixture.forward(createServiceRequest('getScoreAnalytics', { callerId: 'attacker' })).catch(() => null),
  )
  await Promise.all(failed)
  expect(await circuit()).toBe(0)
  service.answerWith(() => Response.json({}))
  expect((await fixture.forward(createServiceRequest('getScoreAnalytics', { callerId: 'other' }))).status).toBe(200)
})

test('an unreachable service is left alone, whichever caller asks', async () => {
  const gone = startStandInService()
  await gone.stop()
  const unreachable = startForwardFixture(gone.url)
  for (let count = 0; count < 3; count++) {
    await unreachable.forward(createServiceRequest('getScoreHistory', { callerId: 'only' })).catch(() => null)
  }
  expect(await unreachable.metric('gateway_circuit_state', 'svc-history')).toBe(2)
})

import { afterAll, expect, test } from 'bun:test'
import { startStandInService } from '../testing/stand-in-service.ts'
import { serviceRequest, startForwardGround } from './testing/forward-ground.ts'

const service = startStandInService()
afterAll(() => service.stop())

test.each([
  ['', 'getCarbonIntensity', '/v1/carbon/intensity'],
  ['/', 'getCarbonIntensity', '/v1/carbon/intensity'],
  ['/inner', 'getCarbonIntensity', '/inner/v1/carbon/intensity'],
  ['/inner/', 'getCarbonIntensity', '/inner/v1/carbon/intensity'],
  ['/inner', 'getScoreHistory', '/inner/v1/score/history'],
  ['/inner/', 'getScoreHistory', '/inner/v1/score/history'],
] as const)('a service at %p is asked for %s at %s', async (path, id, asked) => {
  const { forward } = startForwardGround(`${service.url}${path}`)
  const { body } = await forward(serviceRequest(id))
  if (body instanceof ReadableStream) await body.cancel()
  expect(new URL(service.requests.at(-1)?.url ?? '').pathname).toBe(asked)
})

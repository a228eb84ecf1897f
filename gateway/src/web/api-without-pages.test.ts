import { expect, test } from 'bun:test'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { storeTestKey } from '@hexawatt/shared/testing/key-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { startTestGateway } from '../testing/gateway-fixture.ts'
import { createGatewayPrograms, createProgramSettings } from '../testing/gateway-programs.ts'
import { startStandInService } from '../testing/stand-in-service.ts'
import { useTestGateway } from '../testing/use-gateway.ts'
import { maxForwards } from './forward-places.ts'
import { sendRaw } from './testing/web-fixture.ts'

const { stores } = await useTestGateway()
const { startProgram, killPrograms } = createGatewayPrograms()
closeAtEnd(killPrograms)

test('a gateway whose svc-web is down is ready and serves the API', async () => {
  const settings = { ...(await createProgramSettings(stores)), SVC_WEB_URL: 'http://127.0.0.1:9' }
  const { url, internalUrl } = await startProgram(settings)
  const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status
  for (const page of ['/', '/account', '/plans', '/docs']) expect(await statusOf(page)).toBe(503)
  for (const path of ['/api/plans', '/openapi.json', '/llms.txt']) expect(await statusOf(path)).toBe(200)
  expect(await (await fetch(`${internalUrl}/readyz`)).json()).toMatchObject({ ready: true, failing: [] })
})

test('while the maximum number of pages is forwarded the API is served, also by the same service client', async () => {
  const hold = Promise.withResolvers<void>()
  const web = startStandInService(async () => {
    await hold.promise
    return new Response('page')
  })
  const settings = { SVC_WEB_URL: web.url, SERVICE_CLIENT: 'fetch', TRUSTED_PROXIES: '127.0.0.1' }
  const gateway = await startTestGateway({ ...stores, settings })
  const { key } = await storeTestKey(gateway)
  const port = Number(new URL(gateway.url).port)
  const pages = Array.from({ length: 2 * maxForwards }, (_, client) =>
    sendRaw({ port }, '/plans', { address: `192.0.2.${client}` }),
  )
  await until('all pages are asked for', () => web.requests.length === maxForwards)
  const answers = Array.from({ length: 20 }, (_, hours) =>
    fetch(`${gateway.url}/v1/score/forecast?hours=${hours + 1}`, { headers: { 'x-api-key': key } }),
  )
  for (const { status } of await Promise.all(answers)) expect(status).toBe(200)
  hold.resolve()
  const statuses = await Promise.all(pages)
  expect(statuses.filter((line) => line.includes(' 200 '))).toHaveLength(maxForwards)
  expect(statuses.filter((line) => line.includes(' 503 '))).toHaveLength(maxForwards)
  await gateway.stop()
  await web.stop()
})

import { expect, test } from 'bun:test'
import { defaultEventKinds } from '@hexawatt/shared/contract/formats/live-events'
import { storeTestKey } from '@hexawatt/shared/testing/key-fixture'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { useTestGateway } from '../testing/use-gateway.ts'
import { pricesFreshMs } from './event-channels.ts'
import { topicFreshMs } from './event-topic.ts'
import { createTestChangePublisher, openEvents, serveVersions } from './testing/events-fixture.ts'

/** Time of the streams and of the response cache, ms. */
let nowMs = 0
const maxContracts = 2
const { gateway, service } = await useTestGateway({
  eventTimeMs: () => nowMs,
  cacheTimeMs: () => nowMs,
  maxEventContracts: maxContracts,
})
const versions = serveVersions(service)
const publishChange = createTestChangePublisher(gateway)
const { key } = await storeTestKey(gateway)

const nightHours = 'tariff=hphc&subscribedKva=9&offPeak=22h30-6h30'
const open = (contract: string) => openEvents(gateway.url, key, { query: `?kinds=prices&${contract}` })
const getPrices = async (contract: string) =>
  (await fetch(`${gateway.url}/v1/export/evcc?quantity=tariff&${contract}`, { headers: { 'x-api-key': key } })).text()
const countAsked = (part: string) => service.requests.filter(({ url }) => url.includes(part)).length
/** Lets the gateway notice that a client left. */
const settle = () => Bun.sleep(50)

test('the prices of a contract are the body of the export for it, byte for byte, and come only when they are named', async () => {
  const [prices, others] = [await open(nightHours), await openEvents(gateway.url, key)]
  const event = await prices.next()
  expect(event).toMatchObject({ event: 'prices', data: await getPrices(nightHours) })
  expect(event?.data).toContain('?quantity=tariff&tariff=hphc&subscribedKva=9&offPeak=22h30-6h30')
  expect((await others.take(defaultEventKinds.length)).map(({ event: kind }) => kind)).not.toContain('prices')
  for (const stream of [prices, others]) stream.leave()
  await settle()
})

test('streams with one contract share its body, and a change reaches each contract with its own prices', async () => {
  const streams = [await open(nightHours), await open(nightHours), await open('tariff=base')]
  for (const stream of streams) await stream.next()
  versions.advance('prices', '2')
  nowMs += topicFreshMs
  const before = [countAsked('tariff=hphc'), countAsked('tariff=base')]
  await publishChange('forecast')
  const data = await Promise.all(streams.map(async (stream) => (await stream.next())?.data ?? ''))
  expect(data.map((text) => text.match(/tariff=(hphc|base)/)?.[1])).toEqual(['hphc', 'hphc', 'base'])
  expect([countAsked('tariff=hphc'), countAsked('tariff=base')]).toEqual(before.map((count) => count + 1))
  for (const stream of streams) stream.leave()
  await settle()
})

test('without a notification prices are read every ten seconds, not every second', async () => {
  const stream = await open('tariff=tempo')
  await stream.next()
  nowMs += pricesFreshMs
  await Bun.sleep(700)
  versions.advance('prices', '3')
  const before = countAsked('tariff=tempo')
  nowMs += topicFreshMs
  await Bun.sleep(700)
  expect(countAsked('tariff=tempo')).toBe(before)
  nowMs += pricesFreshMs
  expect(await stream.next()).toMatchObject({ data: expect.stringContaining('"version":"3"') })
  stream.leave()
  await settle()
})

test('the number of contracts that a gateway follows is bounded; a contract that is followed already is no further one', async () => {
  const followed = [await open('tariff=base'), await open('tariff=tempo')]
  const refused = await open('tariff=spot')
  const problem = await problemOf(refused.response)
  expect([refused.response.status, problem.code]).toEqual([503, 'service_unavailable'])
  expect(problem.detail).toContain(`The prices of ${maxContracts} contracts are followed`)
  expect(refused.response.headers.get('retry-after')).toBe('30')
  const again = await open('tariff=tempo')
  expect(again.response.status).toBe(200)
  for (const stream of [...followed, again]) stream.leave()
  await settle()
  const free = await open('tariff=spot')
  expect(free.response.status).toBe(200)
  free.leave()
  await settle()
})

test('a contract without the kind prices is refused, and one that the export refuses as the export refuses it', async () => {
  const unused = await openEvents(gateway.url, key, { query: '?kinds=score&tariff=base' })
  expect(unused.response.status).toBe(400)
  expect((await problemOf(unused.response)).detail).toContain('"tariff" is only accepted with the kind prices')
  versions.set('prices', { problem: 400, code: 'invalid_parameter' })
  nowMs += topicFreshMs
  const wrong = await open('tariff=hphc')
  expect([wrong.response.status, (await problemOf(wrong.response)).detail]).toEqual([
    400,
    'because of invalid_parameter',
  ])
  versions.set('prices', { problem: 503, code: 'insufficient_data' })
  nowMs += topicFreshMs
  const waiting = await open('tariff=base')
  expect(waiting.response.status).toBe(200)
  versions.advance('prices', '9')
  await publishChange('forecast')
  expect(await waiting.next()).toMatchObject({ event: 'prices', data: expect.stringContaining('"version":"9"') })
  waiting.leave()
})

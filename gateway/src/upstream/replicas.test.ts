import { afterEach, describe, expect, test } from 'bun:test'
import type { ServiceClientName } from './service-client.ts'
import { createServiceRequest, startForwardFixture } from './testing/forward-fixture.ts'
import { type Replica, startReplica, startSilentAddress } from './testing/replica.ts'

const first = '127.0.0.1'
const second = '127.0.0.2'
const serviceName = 'service.test'

const replicas: Pick<Replica, 'stop'>[] = []
afterEach(async () => {
  await Promise.all(replicas.splice(0).map((replica) => replica.stop()))
})

function start(hostname: string, port?: number): Replica {
  const replica = startReplica(hostname, port)
  replicas.push(replica)
  return replica
}

/** A hop to a name with the addresses that the test sets; null = the name cannot be resolved. */
function fixtureOf(serviceClient: ServiceClientName, port: number, initial: string[]) {
  const names: { addresses: string[] | null } = { addresses: initial }
  const fixture = startForwardFixture(`http://${serviceName}:${port}`, {
    serviceClient,
    async lookUp(hostname) {
      if (hostname !== serviceName || names.addresses === null) throw new Error('no such name')
      return names.addresses
    },
  })
  return { ...fixture, names }
}

function startTwo(serviceClient: ServiceClientName) {
  const one = start(first)
  const two = start(second, one.port)
  return { one, two, ...fixtureOf(serviceClient, one.port, [first, second]) }
}

/** Whole responses by either client, and streams, which both make by `fetch`. */
const ways = [
  ['getCarbonIntensity', 'fast'],
  ['getCarbonIntensity', 'fetch'],
  ['getScoreHistory', 'fast'],
] as const

/** Asks as often at once, and reads the answers to their ends; which replicas gave them. */
async function askAtOnce(
  { forward }: Pick<ReturnType<typeof fixtureOf>, 'forward'>,
  way: (typeof ways)[number][0],
  count: number,
): Promise<unknown[]> {
  const answers = Array.from({ length: count }, async () => {
    const { status, body } = await forward(createServiceRequest(way))
    const answer: unknown = await new Response(body).json()
    return status === 200 ? Object(answer).from : answer
  })
  return Promise.all(answers)
}

describe.each(ways)('%s by the client %s', (way, client) => {
  test('goes to all replicas equally, under the name of the service', async () => {
    const { one, two, ...fixture } = startTwo(client)
    await askAtOnce(fixture, way, 20)
    expect(one.hosts).toEqual(Array.from({ length: 10 }, () => `${serviceName}:${one.port}`))
    expect(two.hosts).toEqual(one.hosts)
  })

  test('has no failure while a replica is killed, and returns to it when it is back', async () => {
    const { one, two, ...fixture } = startTwo(client)
    await askAtOnce(fixture, way, 20)
    await one.stop()
    for (let round = 0; round < 3; round++) {
      expect(new Set(await askAtOnce(fixture, way, 20))).toEqual(new Set([second]))
    }
    expect(await fixture.metric('gateway_service_failures_total')).toBeNull()
    const back = start(first, one.port)
    fixture.advanceClock(1_000)
    await two.stop()
    expect(new Set(await askAtOnce(fixture, way, 20))).toEqual(new Set([first]))
    expect(back.hosts).toHaveLength(20)
  })

  test('has no failure while a replica is gone without a word, and waits a second for it at most', async () => {
    const one = start(first)
    replicas.push(await startSilentAddress(second, one.port))
    const fixture = fixtureOf(client, one.port, [second, first])
    const askedAtMs = performance.now()
    expect(new Set(await askAtOnce(fixture, way, 20))).toEqual(new Set([first]))
    expect(performance.now() - askedAtMs).toBeLessThan(3_000)
    const againAtMs = performance.now()
    expect(new Set(await askAtOnce(fixture, way, 20))).toEqual(new Set([first]))
    expect(performance.now() - againAtMs).toBeLessThan(900)
    expect(await fixture.metric('gateway_service_failures_total')).toBeNull()
  })

  test('reaches a replica added later', async () => {
    const one = start(first)
    const fixture = fixtureOf(client, one.port, [first])
    await askAtOnce(fixture, way, 4)
    start(second, one.port)
    fixture.names.addresses = [first, second]
    const seen: unknown[] = []
    // Never so long that a connection would be closed because it is unused.
    for (let step = 0; step < 14; step++) {
      fixture.advanceClock(3_000)
      seen.push(...(await askAtOnce(fixture, way, 4)))
    }
    expect(seen).toContain(second)
    // Whatever their ages were drawn to be, by now all four connections are new ones, opened in turn.
    const last = await askAtOnce(fixture, way, 4)
    expect(last.toSorted()).toEqual([first, first, second, second])
  })

  test('keeps using known addresses when the name can no longer be resolved', async () => {
    const { one, two, ...fixture } = startTwo(client)
    await askAtOnce(fixture, way, 2)
    fixture.names.addresses = null
    for (let minutes = 0; minutes < 3; minutes++) {
      fixture.advanceClock(60_000)
      await askAtOnce(fixture, way, 2)
    }
    expect([one.hosts.length, two.hosts.length]).toEqual([4, 4])
  })

  test('is unavailable until the name is resolved for the first time', async () => {
    const one = start(first)
    const fixture = fixtureOf(client, one.port, [])
    await expect(askAtOnce(fixture, way, 1)).rejects.toMatchObject({ code: 'service_unavailable' })
    expect(await fixture.metric('gateway_service_failures_total', 'unreachable')).toBe(1)
    fixture.names.addresses = [first]
    expect(await askAtOnce(fixture, way, 1)).toEqual([first])
  })
})

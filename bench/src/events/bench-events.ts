import { join } from 'node:path'
import { freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { startTestServers } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { type EventKind, eventKinds } from '@hexawatt/shared/contract/formats/live-events'
import { getEvents } from '@hexawatt/shared/contract/operations/get-events'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { createChangePublisher } from '@hexawatt/shared/snapshot/data-changes'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import { createChildPrograms } from '../figures/child-programs.ts'
import { computePairedRatio } from '../figures/paired-ratios.ts'
import { computeMedian } from '../figures/percentile.ts'
import { startGateway, storeCustomers } from '../gateway/gateway-fixture.ts'
import { readResidentBytes } from '../gateway/measure.ts'
import { type ClientOrder, type ClientReport, readSharedTimeMs } from './client-orders.ts'

const root = join(import.meta.dir, '../../..')

/** Promises of the product: memory that the listeners take, and when the last of them has an event. */
const targets = { listeners: 2_000, megabytes: 60, lastMs: 500 } as const

const rounds = 9
const settleMs = 2_000
const orderTimeoutMs = 60_000

/** One event, and a change of everything. */
const changes: Readonly<Record<string, readonly EventKind[]>> = { 'one event': ['score'], 'all five': eventKinds }

/** `bun run bench events`: listeners of one gateway compared with listeners of a plain `Bun.serve` that sends the same bytes. */
export async function benchEvents(): Promise<void> {
  const servers = await startTestServers(join(root, '.hexawatt/cache'))
  const programs = createChildPrograms()
  const redis = createRedis(servers.redisUrl, createLogger('bench', 'silent'))
  const clients = startClients()
  try {
    await whenRedisReady(redis)
    const publishChange = createChangePublisher({ redis, logger: createLogger('bench', 'silent') })
    const keys = await storeCustomers(servers.databaseUrl)
    const [upstreamPort = 0, plainPort = 0] = await freePorts(2)
    await programs.serve(
      [process.execPath, 'bench/src/events/event-upstream.ts', String(upstreamPort)],
      {},
      upstreamPort,
    )
    const gateway = await startGateway(programs, servers, upstreamPort)
    const texts = await recordEventTexts(gateway.port, keys[0] ?? '', servers.folder)
    const plain = await programs.serve(
      [process.execPath, 'bench/src/events/plain-event-server.ts', texts.opening, String(plainPort), getEvents.path],
      {},
      plainPort,
    )
    const moveVersion = async (kinds: readonly EventKind[], version: number) => {
      await fetch(`http://127.0.0.1:${upstreamPort}/move?kinds=${kinds.join()}&version=${version}`)
      await publishChange('score')
    }
    const sendPlainly = async (kinds: readonly EventKind[], version: number) => {
      const file = await texts.changed(kinds, version)
      await fetch(`http://127.0.0.1:${plainPort}/send?file=${encodeURIComponent(file)}`)
    }
    const own = await measure(gateway, keys, clients, moveVersion)
    const reference = await measure(plain, keys, clients, sendPlainly)
    printFigures(own, reference)
  } finally {
    clients.stop()
    redis.disconnect()
    await programs.stop()
    await servers.stop()
  }
}

type Clients = ReturnType<typeof startClients>

/** The listeners, in a process of their own. */
function startClients() {
  let reported = Promise.withResolvers<ClientReport>()
  const child = Bun.spawn([process.execPath, '--no-env-file', 'bench/src/events/event-clients.ts'], {
    cwd: root,
    stdout: 'inherit',
    stderr: 'inherit',
    ipc(message: ClientReport) {
      reported.resolve(message)
    },
  })
  const readReport = async (): Promise<ClientReport> => {
    const report = await withTimeout(orderTimeoutMs, reported.promise)
    reported = Promise.withResolvers<ClientReport>()
    return report
  }
  return {
    order(order: ClientOrder): Promise<ClientReport> {
      child.send(order)
      return readReport()
    },
    nextReport: readReport,
    stop: (): void => child.kill('SIGKILL'),
  }
}

type Measured = { megabytes: number; lastMs: Map<string, number[]> }

async function measure(
  { port, pid }: { port: number; pid: number },
  keys: readonly string[],
  clients: Clients,
  change: (kinds: readonly EventKind[], version: number) => Promise<void>,
): Promise<Measured> {
  const { listeners } = targets
  // Memory of a process that does not depend on the number of listeners.
  await clients.order({ order: 'open', port, keys, count: 20, events: eventKinds.length })
  await clients.order({ order: 'close' })
  await Bun.sleep(settleMs)
  const before = await readResidentBytes(pid)
  await clients.order({ order: 'open', port, keys, count: listeners, events: eventKinds.length })
  await Bun.sleep(settleMs)
  const lastMs = new Map<string, number[]>()
  let version = 0
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, kinds] of Object.entries(changes)) {
      version += 1
      await clients.order({ order: 'expect', version, events: kinds.length })
      const startedMs = readSharedTimeMs()
      const [{ atMs }] = await Promise.all([clients.nextReport(), change(kinds, version)])
      const times = lastMs.getOrInsertComputed(name, () => [])
      times.push(atMs - startedMs)
      await Bun.sleep(300)
    }
  }
  const megabytes = ((await readResidentBytes(pid)) - before) / 1e6
  await clients.order({ order: 'close' })
  await change(eventKinds, 0)
  return { megabytes, lastMs }
}

/** Records the bytes that the gateway sends, for the plain server: the first events, and changes of some kinds. */
async function recordEventTexts(port: number, key: string, folder: string) {
  const response = await fetch(`http://127.0.0.1:${port}${getEvents.path}`, { headers: { 'x-api-key': key } })
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    if (text.split('@0@').length > eventKinds.length && text.endsWith('\n\n')) break
  }
  const opening = join(folder, 'opening.txt')
  await Bun.write(opening, text)
  const eventOf = (kind: EventKind) => text.split('\n\n').find((block) => block.includes(`event: ${kind}\n`)) ?? ''
  return {
    opening,
    async changed(kinds: readonly EventKind[], version: number): Promise<string> {
      const file = join(folder, 'changed.txt')
      await Bun.write(file, kinds.map((kind) => `${eventOf(kind).replace('@0@', `@${version}@`)}\n\n`).join(''))
      return file
    },
  }
}

function printFigures(own: Measured, reference: Measured): void {
  console.log(`GET /v1/events, ${targets.listeners} listeners of one gateway in another process, ${rounds} rounds:`)
  console.log(
    `  memory of the listeners: ${own.megabytes.toFixed(1)} MB (target at most ${targets.megabytes}: ${judgeFigure(own.megabytes, targets.megabytes)}), plain Bun.serve ${reference.megabytes.toFixed(1)} MB, ratio ${(own.megabytes / reference.megabytes).toFixed(2)}`,
  )
  for (const [name, times] of own.lastMs) {
    const plainTimes = reference.lastMs.get(name) ?? []
    const { median: ratio, lowest, highest } = computePairedRatio(times, plainTimes)
    const slowest = Math.max(...times)
    console.log(
      `  ${name}: the last listener after ${computeMedian(times).toFixed(0)} ms (median), ${slowest.toFixed(0)} ms at most (target at most ${targets.lastMs}: ${judgeFigure(slowest, targets.lastMs)}), plain ${computeMedian(plainTimes).toFixed(0)} ms, ratio ${ratio.toFixed(2)} (${lowest.toFixed(2)} to ${highest.toFixed(2)})`,
    )
  }
}

const judgeFigure = (figure: number, most: number): string => (figure <= most ? 'met' : 'MISSED')

import { expect, test } from 'bun:test'
import { reportFigures } from '@hexawatt/dev/src/drill-figures.ts'
import { maxForwards } from '@hexawatt/gateway/src/web/forward-places.ts'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { createTestMailbox, createTestSite, signIn } from '@hexawatt/svc-web/src/testing/test-browser.ts'
import { createPolledDatabase } from '../testing/ingest-fixture.ts'
import { type FloodAnswers, startFlood } from './testing/account-flood.ts'
import { requestFigures } from './testing/figures.ts'
import { watchGateways } from './testing/gateway-watch.ts'
import { countRequests, type LoggedRequest, startLoad } from './testing/load.ts'
import { createProcesses } from './testing/processes.ts'
import { drillInstant, planTableWith, startProduct, storeAccounts } from './testing/product.ts'
import { readMonths, sumOf } from './testing/redis-months.ts'

/**
 * Pairs of spans that are compared, one without the flood and one with it. The percentiles of the few requests of a drill say little: to measure them,
 * `FLOOD_ROUNDS=10 FLOOD_SECONDS=15 bun run test test/distributed/flooded-account.test.ts` on a machine that does nothing else.
 */
const rounds = Number(Bun.env['FLOOD_ROUNDS'] ?? 2)
const spanMs = 1_000 * Number(Bun.env['FLOOD_SECONDS'] ?? 4)
/** Of each span the first part is left out: processes start and end. */
const settleMs = 1_000
/** How long svc-web hangs, ms: less than the gateway waits for it. */
const hangMs = 6_000

const perSecond = 200
const flood = { invalidCookies: 60, validCookies: 60, slowBodies: 200, pauseMs: 500 }
/** More clients than the gateway forwards at once. */
const hangFlood = { ...flood, invalidCookies: 300 }

type Span = { fromMs: number; untilMs: number; gatewayCpuMs: number }

/** Clock ticks of Linux in a second. */
const ticksPerSecond = 100

/** Processor time that a process has used, ms. */
async function cpuMsOf(pid: number): Promise<number> {
  const fields = (await Bun.file(`/proc/${pid}/stat`).text()).split(') ')[1]?.split(' ') ?? []
  const [user, system] = fields.slice(11, 13)
  return ((Number(user) + Number(system)) / ticksPerSecond) * 1_000
}

/** Processor time that the gateway used in a second of these spans, ms. */
function cpuShareOf(spans: readonly Span[]): number {
  const [cpuMs, seconds] = [
    spans.reduce((sum, { gatewayCpuMs }) => sum + gatewayCpuMs, 0),
    spans.reduce((sum, { fromMs, untilMs }) => sum + untilMs - fromMs, 0) / 1_000,
  ]
  return cpuMs / seconds
}

/** Connections of this machine to a port of its own. */
async function connectionsTo(port: number): Promise<number> {
  const established = '01'
  const remote = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = (await Bun.file('/proc/net/tcp').text()).split('\n').map((line) => line.trim().split(/\s+/))
  const open = rows.filter(([, , to, state]) => to === remote && state === established)
  // The table is no snapshot: a row may be read more than once while others come and go.
  return new Set(open.map(([, from]) => from)).size
}

const inSpan = (log: readonly LoggedRequest[], { fromMs, untilMs }: Span) =>
  log.filter(({ sentAtMs }) => sentAtMs >= fromMs && sentAtMs < untilMs)
const p99Of = (log: readonly LoggedRequest[], spans: readonly Span[]): number =>
  countRequests(spans.flatMap((span) => inSpan(log, span))).p99Ms

function floodText(answers: FloodAnswers): string {
  return Object.entries(answers)
    .map(([kind, statuses]) => `${kind} ${JSON.stringify(statuses).replaceAll('"', '')}`)
    .join('; ')
}

test.skipIf(process.platform !== 'linux')(
  'M. when the account pages are flooded and svc-web hangs, no request to the API fails or is lost, and pages take a bounded number of calls',
  async () => {
    const processes = await createProcesses()
    const [database, mailbox] = await Promise.all([
      createPolledDatabase(drillInstant, ['generation_by_type', 'physical_flows']),
      createTestMailbox(),
    ])
    try {
      const planTable = planTableWith(60_000)
      const accounts = await storeAccounts(database.url, planTable, 20)
      const stores = { DATABASE_URL: database.url, REDIS_URL: await createTestRedisUrl() }
      const { gateways, services } = await startProduct({
        processes,
        stores,
        gatewayCount: 1,
        planTable,
        services: ['svc-carbon', 'svc-web'],
        gatewaySettings: { TRUSTED_PROXIES: '127.0.0.1' },
        webSettings: { MAILBOX_DIR: mailbox.folder },
      })
      const [gateway, web] = [gateways[0], services.find(({ name }) => name === 'svc-web')]
      if (gateway === undefined || web === undefined) throw new Error('no gateway or no svc-web')
      const { cookies } = await signIn(createTestSite(gateway.url), mailbox, 'flooded@example.org')
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const watch = watchGateways(gateways)
      await until('exact decisions', () => watch.isRead() && !watch.isLocal())

      const load = startLoad(
        [gateway.url],
        accounts.map((account) => ({ ...account, perSecond: perSecond / accounts.length })),
      )
      const span = async (): Promise<Span> => {
        await Bun.sleep(settleMs)
        const [fromMs, cpuMs] = [performance.now(), await cpuMsOf(gateway.pid)]
        await Bun.sleep(spanMs - settleMs)
        return { fromMs, untilMs: performance.now(), gatewayCpuMs: (await cpuMsOf(gateway.pid)) - cpuMs }
      }
      const quiet: Span[] = []
      const flooded: Span[] = []
      const answers: string[] = []
      for (let round = 1; round <= rounds; round += 1) {
        quiet.push(await span())
        const stop = await startFlood(processes, `flood-${round}`, gateway.url, { ...flood, cookie })
        flooded.push(await span())
        answers.push(floodText(await stop()))
      }

      web.signal('SIGSTOP')
      const stopHangFlood = await startFlood(processes, 'flood-hang', gateway.url, { ...hangFlood, cookie })
      let mostConnections = 0
      const hangsUntilMs = performance.now() + hangMs
      while (performance.now() < hangsUntilMs) {
        mostConnections = Math.max(mostConnections, await connectionsTo(Number(new URL(web.url).port)))
        await Bun.sleep(100)
      }
      web.signal('SIGCONT')
      const hangAnswers = await stopHangFlood()
      await until('the sign-in page', async () => (await fetch(`${gateway.url}/account`)).ok)
      const log = await load.stop()
      await watch.stop()

      const { served, refused, failed } = countRequests(log)
      const months = async () => sumOf(await readMonths([{ url: stores.REDIS_URL }]))
      await until('the last answers in Redis', async () => (await months()) >= served)
      const inRedis = await months()
      const ratios = flooded.map((span, index) => p99Of(log, [span]) / p99Of(log, quiet.slice(index, index + 1)))
      const bareRefusals = Object.values(hangAnswers).reduce((sum, statuses) => sum + (statuses['503'] ?? 0), 0)
      await reportFigures('M account pages flooded', [
        ...requestFigures(log),
        { name: 'months in Redis', value: inRedis, target: 'the 200s' },
        {
          name: 'p99 without and with the flood, ms',
          value: `${p99Of(log, quiet).toFixed(2)}, ${p99Of(log, flooded).toFixed(2)}`,
        },
        {
          name: 'p99 with / without, each round',
          value: ratios.map((ratio) => ratio.toFixed(2)).join(', '),
          target: 'median at most 1.1',
        },
        {
          name: 'processor time of the gateway without and with it, ms a second',
          value: `${cpuShareOf(quiet).toFixed(0)}, ${cpuShareOf(flooded).toFixed(0)}`,
        },
        ...answers.map((value, index) => ({ name: `the flood of round ${index + 1} was answered`, value })),
        { name: 'and while svc-web hangs', value: floodText(hangAnswers) },
        { name: 'most connections to svc-web meanwhile', value: mostConnections, target: `at most ${maxForwards}` },
      ])
      expect({ refused, failed }).toEqual({ refused: 0, failed: 0 })
      expect(served).toBeGreaterThan(1_000)
      expect(inRedis).toBe(served)
      // The flood was one: more pages were asked for than are forwarded at once, and the others were refused.
      expect(mostConnections).toBeGreaterThan(maxForwards / 2)
      // One more is this process's own, which asked whether svc-web serves.
      expect(mostConnections).toBeLessThanOrEqual(maxForwards + 1)
      expect(bareRefusals).toBeGreaterThan(0)
      expect(watch.localSeconds()).toBe(0)
    } finally {
      await processes.stop()
      await Promise.all([database.drop(), mailbox.remove()])
    }
  },
  60_000 + 3 * rounds * spanMs,
)

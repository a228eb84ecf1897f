import { expect, test } from 'bun:test'
import { reportFigures } from '@hexawatt/dev/src/drill-figures.ts'
import { freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { haproxy } from '@hexawatt/dev/src/embedded/packages/debian-programs.ts'
import { createSql } from '@hexawatt/shared/postgres/client'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { createPolledDatabase } from '../testing/ingest-fixture.ts'
import { findDrillPrograms } from './testing/drill-programs.ts'
import { startEdge } from './testing/edge.ts'
import { requestFigures } from './testing/figures.ts'
import { countRequests, startLoad } from './testing/load.ts'
import { type SeenPage, watchPages } from './testing/page-watch.ts'
import { createProcesses } from './testing/processes.ts'
import { drillInstant, planTableWith, type ServedProgram, startProduct, storeAccounts } from './testing/product.ts'
import { readMonths, sumOf } from './testing/redis-months.ts'

const { programs, missing } = await findDrillPrograms({ haproxy })

const paths = ['/problems', '/docs', '/account'] as const
/** Load with svc-web, without it, and with it again, ms. Without it the circuit of the gateways opens, is tried and opens again. */
const withMs = 3_000
const awayMs = 8_000

const portOf = (url: string): number => Number(new URL(url).port)
const statusesOf = (pages: readonly SeenPage[]): number[] => [...new Set(pages.map(({ status }) => status))].sort()

test.skipIf(missing !== null)(
  'L. when svc-web is killed under load, every request to the API is answered and counted, and pages answer 503 until it is back',
  async () => {
    if (programs === null) return
    const processes = await createProcesses()
    const database = await createPolledDatabase(drillInstant, ['generation_by_type', 'physical_flows'])
    const sql = createSql(database.url, 'drill', 1)
    try {
      const planTable = planTableWith(6_000)
      const accounts = await storeAccounts(database.url, planTable, 20)
      const stores = { DATABASE_URL: database.url, REDIS_URL: await createTestRedisUrl() }
      const product = await startProduct({
        processes,
        stores,
        gatewayCount: 2,
        planTable,
        services: ['svc-carbon', 'svc-score', 'svc-history', 'svc-web'],
        webSettings: { MAILBOX_DIR: await processes.folderOf('mailbox') },
      })
      const { gateways, services } = product
      const web = services.find(({ name }) => name === 'svc-web')
      if (web === undefined) throw new Error('no svc-web')
      const [edgePort = 0] = await freePorts(1)
      const places = gateways.map(({ name, url, internalUrl }) => {
        return { name, port: portOf(url), internalPort: portOf(internalUrl) }
      })
      await startEdge({ processes, haproxy: programs.haproxy, places, edgePort })
      const edge = `http://127.0.0.1:${edgePort}`
      const pages = watchPages(edge, paths)
      await until('every page', async () => paths.every((path) => pages.seen.some((page) => isServed(page, path))))

      const load = startLoad(
        [edge],
        accounts.map((account) => ({ ...account, perSecond: 5 })),
      )
      await Bun.sleep(withMs)
      web.signal('SIGKILL')
      await web.exited
      const killedAtMs = performance.now()
      await Bun.sleep(awayMs)
      const readiness = await Promise.all(gateways.map(readinessOf))
      const awayUntilMs = performance.now()
      await product.startAgain(web)
      await until('every page again', async () =>
        paths.every((path) => pages.seen.some((page) => page.sentAtMs > awayUntilMs && isServed(page, path))),
      )
      const backAtMs = performance.now()
      await Bun.sleep(withMs)
      const [log, seen] = await Promise.all([load.stop(), pages.stop()])

      const { served, refused, failed } = countRequests(log)
      const months = async () => sumOf(await readMonths([{ url: stores.REDIS_URL }]))
      await until('the last answers in Redis', async () => (await months()) >= served)
      const inRedis = await months()
      await Promise.all(gateways.map((gateway) => gateway.stop()))
      const [row] = await sql<{ stored: number }[]>`select coalesce(sum(requests), 0)::int as stored from usage_months`
      const away = seen.filter(({ sentAtMs, endedAtMs }) => sentAtMs > killedAtMs && endedAtMs < awayUntilMs)
      const afterwards = seen.filter(({ sentAtMs }) => sentAtMs > backAtMs)
      await reportFigures('L svc-web killed under load', [
        ...requestFigures(log),
        { name: 'months in Redis', value: inRedis, target: 'the 200s' },
        { name: 'months in Postgres at the end', value: row?.stored ?? 0, target: 'the 200s' },
        { name: 'pages asked for while it is away', value: away.length },
        { name: 'of which 503 with Retry-After', value: away.filter(isRefusal).length, target: 'all' },
        { name: 'until every page is back, s', value: ((backAtMs - awayUntilMs) / 1_000).toFixed(1) },
      ])
      expect({ refused, failed }).toEqual({ refused: 0, failed: 0 })
      expect(served).toBeGreaterThan(1_000)
      expect([inRedis, row?.stored]).toEqual([served, served])
      expect(readiness).toEqual(gateways.map(() => 200))
      expect(away.length).toBeGreaterThan(10 * paths.length)
      expect(away.filter((page) => !isRefusal(page))).toEqual([])
      expect(statusesOf(afterwards)).toEqual([200])
      expect(statusesOf(seen)).toEqual([200, 503])
    } finally {
      await sql.end({ timeout: 1 })
      await processes.stop()
      await database.drop()
    }
  },
  180_000,
)

const isServed = (page: SeenPage, path: string): boolean => page.path === path && page.status === 200

/** The small page of the gateway. */
const isRefusal = ({ status, type, retryAfterSeconds }: SeenPage): boolean =>
  status === 503 && type === 'text/html' && (retryAfterSeconds ?? 0) >= 1

const readinessOf = async ({ internalUrl }: ServedProgram): Promise<number> =>
  (await fetch(`${internalUrl}/readyz`)).status

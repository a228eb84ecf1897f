import { expect, test } from 'bun:test'
import { reportFigures } from '@hexawatt/dev/src/drill-figures.ts'
import { freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { haproxy } from '@hexawatt/dev/src/embedded/packages/debian-programs.ts'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { createPolledDatabase } from '../testing/ingest-fixture.ts'
import { findDrillPrograms } from './testing/drill-programs.ts'
import { startEdge } from './testing/edge.ts'
import { requestFigures } from './testing/figures.ts'
import { countRequests, startLoad } from './testing/load.ts'
import { createProcesses, type DrillProcess, type Processes } from './testing/processes.ts'
import { drillInstant, planTableWith, startProduct, startProgram, storeAccounts } from './testing/product.ts'

const { programs, missing } = await findDrillPrograms({ haproxy })

/** Ports of one gateway, the same for all that take its place. */
type Place = { name: string; port: number; internalPort: number; processes: number }

test.skipIf(missing !== null)(
  'no request fails while gateways, one of them of two processes, are replaced one after the other behind the shipped load balancer',
  async () => {
    if (programs === null) return
    const processes = await createProcesses()
    const database = await createPolledDatabase(drillInstant, ['generation_by_type', 'physical_flows'])
    try {
      const planTable = planTableWith(6_000)
      const accounts = await storeAccounts(database.url, planTable, 20)
      const stores = { DATABASE_URL: database.url, REDIS_URL: await createTestRedisUrl() }
      const { gatewayEnv: env } = await startProduct({ processes, stores, gatewayCount: 0, planTable })
      const [port1 = 0, internal1 = 0, port2 = 0, internal2 = 0, edgePort = 0] = await freePorts(5)
      const places: Place[] = [
        { name: 'gateway-1', port: port1, internalPort: internal1, processes: 1 },
        { name: 'gateway-2', port: port2, internalPort: internal2, processes: 2 },
      ]
      const running = new Map<Place, DrillProcess>()
      for (const place of places) running.set(place, await startAt(processes, place, env, 0))
      const edge = `http://127.0.0.1:${edgePort}`
      await startEdge({ processes, haproxy: programs.haproxy, places, edgePort })
      const load = startLoad(
        [edge],
        accounts.map((account) => ({ ...account, perSecond: 5 })),
      )
      const codes: (number | null)[] = []
      for (const place of places) {
        const old = running.get(place)
        if (old === undefined) throw new Error('no such gateway')
        // Only to the first process, as an engine does.
        process.kill(old.pid, 'SIGTERM')
        codes.push(await old.exited)
        running.set(place, await startAt(processes, place, env, 1))
        // As a release goes on when the load balancer has taken the new one.
        await Bun.sleep(3_000)
      }
      const log = await load.stop()
      await reportFigures('gateways replaced behind HAProxy', requestFigures(log))
      expect(codes).toEqual([0, 0])
      expect(countRequests(log).served).toBeGreaterThan(500)
      expect(countRequests(log).failed).toBe(0)
    } finally {
      await processes.stop()
      await database.drop()
    }
  },
  180_000,
)

/** The gateway of a place, accepting requests: one of several processes lives before any of them does. */
async function startAt(processes: Processes, place: Place, env: Readonly<Record<string, string>>, round: number) {
  const settings = {
    ...env,
    PORT: String(place.port),
    INTERNAL_PORT: String(place.internalPort),
    GATEWAY_PROCESSES: String(place.processes),
  }
  const url = `http://127.0.0.1:${place.internalPort}`
  const started = await startProgram(processes, `${place.name}-${round}`, 'gateway/src/main.ts', settings, url)
  await until('it accepts requests', async () => (await fetch(`${url}/readyz/accepting`)).ok)
  return started
}

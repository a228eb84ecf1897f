import { expect, test } from 'bun:test'
import { haproxy, redisServer } from '@hexawatt/dev/src/embedded/packages/debian-programs.ts'
import { until } from '@hexawatt/shared/testing/until'
import { createPolledDatabase } from '../testing/ingest-fixture.ts'
import { findDrillPrograms } from './testing/drill-programs.ts'
import { exactBound, limitFigures, limitNumbers, reportFigures, requestFigures } from './testing/figures.ts'
import { watchGateways } from './testing/gateway-watch.ts'
import { countRequests, startLoad } from './testing/load.ts'
import { createProcesses } from './testing/processes.ts'
import { drillInstant, planTableWith, startProduct, storeAccounts } from './testing/product.ts'
import { readMonths, sumOf } from './testing/redis-months.ts'
import { startReplicatedRedis } from './testing/redis-replicated.ts'

const { programs, missing } = await findDrillPrograms({ redis: redisServer, haproxy })
const requestsPerMinute = 120
const gatewayCount = 4

test.skipIf(missing !== null)(
  'A. through a planned failover the limits are exact, and nothing fails',
  async () => {
    if (programs === null) return
    const processes = await createProcesses()
    const database = await createPolledDatabase(drillInstant, ['generation_by_type', 'physical_flows'])
    try {
      const redis = await startReplicatedRedis({ processes, ...programs })
      const planTable = planTableWith(requestsPerMinute)
      const accounts = await storeAccounts(database.url, planTable, 40)
      const stores = { ...redis.proxiedStores, DATABASE_URL: database.url }
      const { gateways } = await startProduct({ processes, stores, gatewayCount, planTable })
      const watch = watchGateways(gateways)
      await until('exact decisions', () => !watch.isLocal())
      const load = startLoad(
        gateways.map(({ url }) => url),
        accounts.map((account, index) => ({ ...account, perSecond: index < 10 ? 15 : index < 20 ? 2 : 1 })),
      )
      await Bun.sleep(20_000)
      const old = await redis.master()
      await redis.failOverInOrder()
      const promoted = await redis.untilPromoted(old)
      await Bun.sleep(50_000)
      const log = await load.stop()
      await until('exact decisions', () => !watch.isLocal())
      await Bun.sleep(1_000)
      await watch.stop()
      const inRedis = sumOf(await readMonths([promoted]))
      const numbers = limitNumbers({ inRedis, watch, log })
      await reportFigures('A planned failover, HAProxy', [
        ...requestFigures(log),
        ...limitFigures(numbers, {
          admitted: `at most ${exactBound(requestsPerMinute)}`,
          unnamed: '0',
          localSeconds: 'below 2',
        }),
      ])
      expect(countRequests(log).failed).toBe(0)
      expect(numbers.admitted).toBeLessThanOrEqual(exactBound(requestsPerMinute))
      expect(numbers.unnamed).toBe(0)
      expect(numbers.localSeconds).toBeLessThan(2)
    } finally {
      await processes.stop()
      await database.drop()
    }
  },
  150_000,
)

import { expect, test } from 'bun:test'
import { reportFigures } from '@hexawatt/dev/src/drill-figures.ts'
import { redisServer } from '@hexawatt/dev/src/embedded/packages/debian-programs.ts'
import { findDrillPrograms } from './testing/drill-programs.ts'
import { exactBound } from './testing/figures.ts'
import { limiterFigures, requestsPerMinute, runLimiterDrill } from './testing/limiter-drill.ts'
import { startRedisNode } from './testing/redis-node.ts'
import { startWire } from './testing/wire.ts'

const found = await findDrillPrograms({ redis: redisServer })
/** A lost packet is sent again when the sender has waited for the way there and back, and 200 ms more: the least that Linux waits. */
const way = { delayMs: 80, jitterMs: 20, lostShare: 0.01, resentAfterMs: 280 }

test.skipIf(found.missing !== null)(
  'K. limits are exact with a Redis 80 ± 20 ms away, over a network that loses one packet in a hundred',
  async () => {
    if (found.programs === null) return
    const { redis } = found.programs
    const outcome = await runLimiterDrill({
      gatewayCount: 2,
      secondsBefore: 5,
      secondsAfter: 40,
      async startTopology(processes) {
        const node = await startRedisNode({ processes, redis, name: 'far' })
        const wire = await startWire(node.port)
        wire.slowDown(way)
        const url = new URL(node.url)
        url.port = String(wire.port)
        return { stores: { REDIS_URL: url.href }, masters: async () => [node] }
      },
      disturb: async () => [],
    })
    const targets = { admitted: 'exact', unnamed: '0', localSeconds: '0: the link is not dropped' }
    await reportFigures('K a far Redis', limiterFigures(outcome, targets))
    expect(outcome.failed).toBe(0)
    expect(outcome.localSeconds).toBe(0)
    expect(outcome.admitted).toBeLessThanOrEqual(exactBound(requestsPerMinute))
    expect(outcome.unnamed).toBe(0)
    expect(outcome.mostOvercharged).toBe(0)
  },
  150_000,
)

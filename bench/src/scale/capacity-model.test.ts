import { expect, test } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { computeLoad, computeNeeds, fitLine, fitModel, type ScaleRun } from './capacity-model.ts'

const run = (processes: number, isCached: boolean): ScaleRun => ({
  processes,
  isCached,
  perSecond: 1,
  gatewayUsPerRequest: isCached ? 20 : 50,
  redisUsPerRequest: 5,
  redisCallsPerRequest: 0.25,
  idleCores: 0.01 + 0.02 * processes,
  residentBytes: 50e6 + 90e6 * processes,
  redisConnections: 1 + 4 * processes,
  postgresConnections: 5 * processes,
})

test('the fit of points on a straight line returns that line', () => {
  const { base, slope } = fitLine([1, 2, 4].map((x) => ({ x, y: 3 + 2 * x })))
  expect([base, slope]).toEqual([expect.closeTo(3), expect.closeTo(2)])
})

test('the model finds the cost of a request and of a process, and from these what a load needs', () => {
  const model = fitModel([1, 2, 4].flatMap((processes) => [run(processes, true), run(processes, false)]))
  expect(model).toEqual({
    cachedUsPerRequest: 20,
    uncachedUsPerRequest: 50,
    redisUsPerRequest: 5,
    redisCallsPerRequest: 0.25,
    idleCoresPerProcess: expect.closeTo(0.02),
    baseBytes: expect.closeTo(50e6),
    bytesPerProcess: expect.closeTo(90e6),
    redisConnectionsPerProcess: expect.closeTo(4),
    postgresConnectionsPerProcess: expect.closeTo(5),
  })
  // 60 000/s × 20 µs = 1.2 cores: two processes at 0.6 each.
  expect(computeNeeds(60_000, 20, model)).toEqual({
    processes: 2,
    gatewayCores: expect.closeTo(1.24),
    redisCores: expect.closeTo(0.3),
    redisShards: 1,
  })
})

test('a thousand accounts of the largest plan send 3 333 requests a second at most, 171 over a month', () => {
  const { burstPerSecond, sustainedPerSecond } = computeLoad(1_000, defaultPlanTable)
  expect([Math.round(burstPerSecond), Math.round(sustainedPerSecond)]).toEqual([3_333, 171])
})

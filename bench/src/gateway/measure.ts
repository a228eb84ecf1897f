import type { Candidate } from './candidates.ts'
import type { GatewayGround } from './gateway-ground.ts'
import { processorTimeUs } from './processor-time.ts'
import { runWrk, type WrkResult } from './wrk.ts'

export type Round = WrkResult & {
  /** Processor time of the candidate for one request, µs; NaN where the kernel does not say. */
  ownUsPerRequest: number
  /** The same of Redis. */
  redisUsPerRequest: number
  /** Requests that reached the upstream for one that was answered: 1 without a cache. */
  hopsPerRequest: number
}

/**
 * Loads one candidate once.
 *
 * @throws when an answer was not a success
 */
export async function measureRound(
  ground: GatewayGround,
  wrk: string,
  candidate: Candidate,
  durationSeconds: number,
): Promise<Round> {
  const { name, served, mix, connections } = candidate
  const before = await readCounters(ground, served.pid)
  const load = { name, port: served.port, mix, connections, durationSeconds, keysFile: ground.keysFile }
  const result = await runWrk(ground.programs, wrk, load)
  const after = await readCounters(ground, served.pid)
  return {
    ...result,
    ownUsPerRequest: (after.ownUs - before.ownUs) / result.requests,
    redisUsPerRequest: (after.redisUs - before.redisUs) / result.requests,
    hopsPerRequest: (after.hops - before.hops) / result.requests,
  }
}

async function readCounters({ redisPid, upstreamPort }: GatewayGround, pid: number) {
  const [ownUs, redisUs, asked] = await Promise.all([
    processorTimeUs(pid),
    processorTimeUs(redisPid),
    fetch(`http://127.0.0.1:${upstreamPort}/asked`),
  ])
  return { ownUs, redisUs, hops: Number(await asked.text()) }
}

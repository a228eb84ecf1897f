import { readFile } from 'node:fs/promises'
import type { Candidate } from './candidates.ts'
import type { GatewayFixture } from './gateway-fixture.ts'
import { runWrk, type WrkResult } from './wrk.ts'

export type Round = WrkResult & {
  /** Processor time of the candidate per request, µs; NaN outside Linux. */
  ownUsPerRequest: number
  /** Processor time of Redis per request, µs. */
  redisUsPerRequest: number
  /** Upstream requests per answered request: 1 without a cache. */
  hopsPerRequest: number
}

/**
 * Loads one candidate once.
 *
 * @throws when an answer is not a success
 */
export async function measureRound(
  fixture: GatewayFixture,
  wrk: string,
  candidate: Candidate,
  durationSeconds: number,
): Promise<Round> {
  const { name, served, mix, connections } = candidate
  const before = await readCounters(fixture, served.pid)
  const load = { name, port: served.port, mix, connections, durationSeconds, keysFile: fixture.keysFile }
  const result = await runWrk(fixture.programs, wrk, load)
  const after = await readCounters(fixture, served.pid)
  return {
    ...result,
    ownUsPerRequest: (after.ownUs - before.ownUs) / result.requests,
    redisUsPerRequest: (after.redisUs - before.redisUs) / result.requests,
    hopsPerRequest: (after.hops - before.hops) / result.requests,
  }
}

async function readCounters({ redisPid, upstreamPort }: GatewayFixture, pid: number) {
  const [ownUs, redisUs, asked] = await Promise.all([
    readProcessorTimeUs(pid),
    readProcessorTimeUs(redisPid),
    fetch(`http://127.0.0.1:${upstreamPort}/asked`),
  ])
  return { ownUs, redisUs, hops: Number(await asked.text()) }
}

/** Unit of the kernel's processor time, µs: 100 ticks per second on every relevant Linux. */
const tickUs = 10_000

/** Processor time of a process and its children so far, µs; NaN outside Linux. */
export async function readProcessorTimeUs(pid: number): Promise<number> {
  return addUp(await Promise.all((await listWithChildren(pid)).map(readOwnTimeUs)))
}

/** Resident memory of a process and its children, bytes; 0 outside Linux. */
export async function readResidentBytes(pid: number): Promise<number> {
  const statuses = (await listWithChildren(pid)).map((id) => readFile(`/proc/${id}/status`, 'utf8').catch(() => ''))
  return addUp((await Promise.all(statuses)).map((text) => 1_024 * Number(text.match(/^VmRSS:\s+(\d+)/m)?.[1] ?? 0)))
}

async function listWithChildren(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return [pid, ...children.split(' ').filter(Boolean).map(Number)]
}

const addUp = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

async function readOwnTimeUs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The second field is the name in brackets, which may contain spaces. utime and stime are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickUs
}

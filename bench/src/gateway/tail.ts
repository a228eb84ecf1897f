import { freemem } from 'node:os'
import { join } from 'node:path'
import { type Collections, readCollectorLog } from '../figures/collector-log.ts'
import { computePercentile } from '../figures/percentile.ts'
import { type Candidate, usualConnections } from './candidates.ts'
import type { GatewayFixture } from './gateway-fixture.ts'
import { measureRound, readResidentBytes } from './measure.ts'

/** Garbage per request of a path of the gateway, and the cost of its collection. */
type Tail = {
  path: string
  collections: Collections
  p99Ms: number
  /** Growth of the resident memory per request while nothing is collected; null = too little memory to try. */
  bytesPerRequest: number | null
  /** p99 while nothing is collected; null as above. */
  uncollectedP99Ms: number | null
}

const warmUpSeconds = 2
const roundSeconds = 3
/** Nothing is collected for these seconds: a gateway that serves 40 000 requests/s then grows by 300 MB in each. */
const uncollectedWarmUpSeconds = 1
const uncollectedSeconds = 2
/** Free memory below which the collector stays on, bytes. */
const minFreeBytes = 4 * 2 ** 30

/**
 * Measures collector and allocations of the gateway in rounds of their own, so that neither the log nor a missing collector changes the
 * compared rounds: one gateway that logs its collections, and for each path one whose collector is off.
 */
export async function printTail(fixture: GatewayFixture, wrk: string): Promise<void> {
  const logPath = join(fixture.folder, 'collector.log')
  const served = await fixture.startGateway({ BUN_JSC_logGC: '1' }, logPath)
  console.log(
    `Collector of the gateway, in rounds of their own of ${roundSeconds} s (its log, BUN_JSC_logGC=1). Bytes: growth of the resident memory ` +
      'per request while nothing is collected (BUN_JSC_useGC=0), what the collector would have to free.',
  )
  for (const mix of ['same', 'different'] as const) {
    const candidate: Candidate = { name: 'gateway', served, mix, connections: usualConnections }
    await measureRound(fixture, wrk, candidate, warmUpSeconds)
    const readLog = () => Bun.file(logPath).text()
    const before = (await readLog()).length
    const { p99Ms } = await measureRound(fixture, wrk, candidate, roundSeconds)
    const collections = readCollectorLog((await readLog()).slice(before))
    const uncollected = await measureUncollected(fixture, wrk, candidate)
    const path = mix === 'same' ? 'gateway, cached' : 'gateway, uncached'
    console.log(`  ${formatTail({ path, collections, p99Ms, ...uncollected })}`)
  }
  await fixture.programs.stop(served)
}

async function measureUncollected(fixture: GatewayFixture, wrk: string, like: Candidate) {
  if (freemem() < minFreeBytes) return { bytesPerRequest: null, uncollectedP99Ms: null }
  const served = await fixture.startGateway({ BUN_JSC_useGC: '0' })
  const candidate = { ...like, served }
  await measureRound(fixture, wrk, candidate, uncollectedWarmUpSeconds)
  const before = await readResidentBytes(served.pid)
  const { requests, p99Ms } = await measureRound(fixture, wrk, candidate, uncollectedSeconds)
  const bytesPerRequest = ((await readResidentBytes(served.pid)) - before) / requests
  await fixture.programs.stop(served)
  return { bytesPerRequest, uncollectedP99Ms: p99Ms }
}

function formatTail({ path, collections, p99Ms, bytesPerRequest, uncollectedP99Ms }: Tail): string {
  const { young, full, pausesMs } = collections
  const stoppedMs = pausesMs.reduce((sum, pause) => sum + pause, 0)
  const bytes =
    bytesPerRequest === null ? '? (needs 4 GB of free memory)' : Math.round(bytesPerRequest).toLocaleString('en')
  return [
    path.padEnd(18),
    `${(young / roundSeconds).toFixed(1)} young + ${(full / roundSeconds).toFixed(1)} full collections/s`,
    `stops p50 ${formatMillis(computePercentile(pausesMs, 0.5))} ms  p95 ${formatMillis(computePercentile(pausesMs, 0.95))} ms  longest ${formatMillis(Math.max(0, ...pausesMs))} ms`,
    `${((100 * stoppedMs) / (1_000 * roundSeconds)).toFixed(1)} % of the time`,
    `${bytes} bytes per request`,
    `p99 ${formatMillis(p99Ms)} ms, without the collector ${uncollectedP99Ms === null ? '?' : formatMillis(uncollectedP99Ms)} ms`,
  ].join('  ')
}

const formatMillis = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(2))

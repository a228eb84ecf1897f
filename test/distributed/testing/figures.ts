import { join } from 'node:path'
import type { GatewayWatch } from './gateway-watch.ts'
import { countRequests, type LoggedRequest, mostAdmitted } from './load.ts'

const figuresDir = join(import.meta.dir, '../../../.hexawatt/drills')

/** One line of a drill's table: the measured value, and its target; no target = only printed. */
export type Figure = { name: string; value: string | number; target?: string }

/** Prints the figures of a drill next to their targets, and stores them as `.hexawatt/drills/<name>.json`. */
export async function reportFigures(drill: string, figures: readonly Figure[]): Promise<void> {
  const widest = Math.max(...figures.map(({ name }) => name.length))
  const widestValue = Math.max(...figures.map(({ value }) => String(value).length))
  const lines = figures.map(({ name, value, target }) => {
    const cells = `${name.padEnd(widest)}  ${String(value).padStart(widestValue)}`
    return target === undefined ? `  ${cells}` : `  ${cells}   (${target})`
  })
  console.log(`\n${drill}\n${lines.join('\n')}\n`)
  const file = drill.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  await Bun.write(join(figuresDir, `${file}.json`), `${JSON.stringify({ drill, figures }, null, 2)}\n`)
}

/** Figures of every drill on its requests. */
export function requestFigures(log: readonly LoggedRequest[]): Figure[] {
  const { sent, served, refused, failed, serverErrors, reasons, medianMs, p99Ms, slowestMs } = countRequests(log)
  return [
    { name: 'requests sent', value: sent, target: 'sent = 200s + refused + failed' },
    { name: '200s', value: served },
    { name: 'refused (429)', value: refused },
    { name: 'failed', value: failed, target: reasons === '' ? '0' : reasons },
    { name: 'of which 5xx', value: serverErrors },
    { name: 'median, p99, slowest ms', value: [medianMs, p99Ms, slowestMs].map((ms) => ms.toFixed(0)).join(', ') },
  ]
}

/** What a minute's limit of this many admits of one account in any 60 s while one Redis decides. */
export function exactBound(requestsPerMinute: number): number {
  return requestsPerMinute + Math.ceil(requestsPerMinute / 60)
}

/** `inRedis`: sum of the months of the accounts. */
type CountedMonths = { inRedis: number; watch: GatewayWatch; log: readonly LoggedRequest[] }

/** Figures of the limiter: the month against the client's own log, the fullest minute, the time without Redis. */
export function limitNumbers({ inRedis, watch, log }: CountedMonths) {
  const { served } = countRequests(log)
  const forgiven = watch.metric('gateway_limits_pending_requests_total', 'forgiven')
  const owed = watch.metric('gateway_limits_owed_requests')
  return {
    served,
    inRedis,
    forgiven,
    owed,
    reconciled: watch.metric('gateway_limits_pending_requests_total', 'reconciled'),
    /** 200s that nobody was charged for and no metric names; below 0 by the forgiven ones that Redis had counted after all. */
    unnamed: served - inRedis - forgiven - owed,
    admitted: mostAdmitted(log).admitted,
    localSeconds: watch.localSeconds(),
    localPassed: watch.metric('gateway_limits_local_decisions_total', 'passed'),
    localRefused: watch.metric('gateway_limits_local_decisions_total', 'refused'),
  }
}

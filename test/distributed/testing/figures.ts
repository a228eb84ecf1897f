import type { Figure } from '@hexawatt/dev/src/drill-figures.ts'
import type { GatewayWatch } from './gateway-watch.ts'
import { countRequests, type LoggedRequest, mostAdmitted } from './load.ts'

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

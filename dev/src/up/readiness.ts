import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { internalTokenHeader, principalHeader, principalOf } from '@hexawatt/shared/contract/principal'
import { carbonFeedIds } from '@hexawatt/shared/grid/feeds'
import { carbonSnapshot } from '@hexawatt/shared/snapshot/carbon-snapshot'
import type { SnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import { statusSnapshot } from '@hexawatt/shared/snapshot/status-snapshot'
import type { Clock } from '@hexawatt/shared/time/clock'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import * as v from 'valibot'
import type { RunPorts } from './programs.ts'

/** `ready`: a value of this run is served. `waiting`: not yet, and why, in one sentence for the user. */
export type Readiness = { kind: 'ready' } | { kind: 'waiting'; why: string }

export type ReadinessInput = {
  ports: RunPorts
  internalToken: string
  snapshots: SnapshotReader
  clock: Clock
  /** The data's clock when this run began: what was computed before it is another run's. */
  startedAt: Temporal.Instant
}

/** Longest one question may take, ms. */
const requestTimeoutMs = 2_000

/** `up` asks as a customer of the largest plan; the services only learn that from here. */
const upPrincipal = principalOf({ accountId: 'up', keyId: 'up', plan: 'scale' }, defaultPlanTable)

const ProblemDetail = v.object({ detail: v.string() })
const ServedSlot = v.object({ dataSlotEnd: v.nullable(v.string()) })

/** Whether the gateway is ready, the feeds of the value were asked in this run, and it is served. Never throws. */
export async function askReadiness(input: ReadinessInput): Promise<Readiness> {
  const gateway = await get(`http://127.0.0.1:${input.ports.gateway}/readyz`)
  if (gateway?.ok !== true) return { kind: 'waiting', why: 'The gateway is not ready.' }
  const served = await get(`http://127.0.0.1:${input.ports.carbon}/v1/carbon/intensity`, {
    [internalTokenHeader]: input.internalToken,
    [principalHeader]: JSON.stringify(upPrincipal),
  })
  const body: unknown = await served?.json().catch(() => null)
  if (served?.ok !== true) {
    return { kind: 'waiting', why: v.is(ProblemDetail, body) ? body.detail : 'The carbon service does not answer.' }
  }
  const hasHappened = v.is(ServedSlot, body) && (body.dataSlotEnd ?? '') <= isoSeconds(input.clock.now())
  if (hasHappened && (await isOfThisRun(input))) return { kind: 'ready' }
  return { kind: 'waiting', why: 'The value served was computed before this start; no newer one has come yet.' }
}

/** Every feed that the value rests on was asked since the start, and the value computed. Timestamps have whole seconds, and compare as texts. */
async function isOfThisRun({ snapshots, startedAt, clock }: ReadinessInput): Promise<boolean> {
  const [from, to] = [isoSeconds(startedAt), isoSeconds(clock.now())]
  const isInRun = (instant: string | null) => instant !== null && instant >= from && instant <= to
  const [carbon, status] = await Promise.all([
    snapshots.read(carbonSnapshot).catch(() => null),
    snapshots.read(statusSnapshot).catch(() => null),
  ])
  const feedWasAsked = (id: string) =>
    status?.sources.some(
      (source) => source.id === id && (source.consecutiveFailures > 0 || isInRun(source.lastSuccess)),
    ) === true
  return (
    isInRun(carbon?.computedAt ?? null) && isInRun(status?.generatedAt ?? null) && carbonFeedIds.every(feedWasAsked)
  )
}

async function get(url: string, headers: Record<string, string> = {}): Promise<Response | null> {
  return fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(requestTimeoutMs) }).catch(() => null)
}

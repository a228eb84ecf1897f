import { feedIds, type SourceId, sourceIds } from '@hexawatt/shared/grid/feeds'
import type { Fault, FaultKind } from './fault.ts'

/** What a request is about: a source, or the token. */
export type RequestSubject = SourceId | 'token'

const everywhere: readonly RequestSubject[] = [...sourceIds, 'token']
const generation: readonly RequestSubject[] = ['generation_by_type', 'generation_mix_15min']

/** Where each kind of fault can strike at all: `all` means everywhere it can. */
const reach: Readonly<Record<FaultKind, readonly RequestSubject[]>> = {
  expired_token: feedIds,
  token_without_access_token: ['token'],
  rate_limited: everywhere,
  error_500: everywhere,
  unavailable_503: everywhere,
  slow: everywhere,
  cut_off_json: everywhere,
  wrong_shape: sourceIds,
  absent_slots: feedIds,
  duplicate_slots: feedIds,
  revised_slots: feedIds,
  too_large_413: feedIds,
  partial_206: feedIds,
  object_root: feedIds,
  array_root: feedIds,
  missing_updated_date: feedIds,
  unknown_production_type: generation,
  nuclear_zero: generation,
  nuclear_110gw: generation,
}

/** Whether a fault strikes requests about a subject. */
export function strikes(fault: Pick<Fault, 'kind' | 'subject'>, subject: RequestSubject): boolean {
  return reach[fault.kind].includes(subject) && (fault.subject === 'all' || fault.subject === subject)
}

/** Whether a fault strikes anything: one that never can is a mistake of whoever switched it on. */
export function strikesAnything(fault: Pick<Fault, 'kind' | 'subject'>): boolean {
  return everywhere.some((subject) => strikes(fault, subject))
}

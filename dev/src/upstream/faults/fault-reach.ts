import { feedIds, type SourceId, sourceIds } from '@hexawatt/shared/grid/feeds'
import { slotSubjects } from '../subjects/slot-subject.ts'
import type { Fault, FaultKind } from './fault.ts'

/** What a request is about: a source, or the token. */
export type RequestSubject = SourceId | 'token'

const everywhere: readonly RequestSubject[] = [...sourceIds, 'token']
const generation: readonly RequestSubject[] = ['generation_by_type', 'generation_mix_15min']
/** The signal takes no period and never has a single day or step. */
const withPeriod: readonly RequestSubject[] = feedIds.filter((feed) => feed !== 'grid_signals')

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
  absent_slots: slotSubjects,
  duplicate_slots: slotSubjects,
  revised_slots: slotSubjects,
  too_large_413: withPeriod,
  partial_206: [...slotSubjects, 'generation_unavailabilities'],
  object_root: withPeriod,
  array_root: withPeriod,
  missing_updated_date: [...slotSubjects, 'tariff_calendar', 'installed_capacities', 'imbalance'],
  unknown_production_type: generation,
  missing_record_value: ['tariff_calendar'],
  short_current_day: ['grid_signals'],
  three_day_signal: ['grid_signals'],
  unordered_days: ['grid_signals', 'tariff_calendar'],
  hyphen_fuel_types: ['generation_unavailabilities'],
  revised_messages: ['generation_unavailabilities'],
  latin1_reason: ['generation_unavailabilities'],
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

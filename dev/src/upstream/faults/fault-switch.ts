import { feedIds, type SourceId, sourceIds } from '@hexawatt/shared/grid/feeds'
import * as v from 'valibot'
import { type Publisher, publishers } from '../subjects/publishers.ts'
import { slotSubjects } from '../subjects/slots.ts'
import { Fault, type FaultInput, type FaultKind } from './fault.ts'
import { publishersByKind } from './open-fault.ts'

/** Most active faults. */
const maxFaults = 50

/** Subject of a request: a source of the operator, the token, or a publisher of open data. */
type RequestSubject = SourceId | 'token' | Publisher

const everywhere: readonly RequestSubject[] = [...sourceIds, 'token', ...publishers]
const generation: readonly RequestSubject[] = ['generation_by_type', 'generation_mix_15min']
/** The grid signal takes no period and always has several days and steps. */
const withPeriod: readonly RequestSubject[] = feedIds.filter((feed) => feed !== 'grid_signals')

/** The subjects that each kind of fault can affect; the subject `all` of a fault means all of these. */
const subjectsByKind: Readonly<Record<FaultKind, readonly RequestSubject[]>> = {
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
  stretched_slots: slotSubjects,
  odd_members: slotSubjects,
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
  ...publishersByKind,
}

type FaultPlace = Pick<Fault, 'kind' | 'subject' | 'pathContains'>

/** Whether a fault affects requests for a subject. */
function affects(fault: FaultPlace, subject: RequestSubject): boolean {
  if (fault.pathContains !== undefined && !publishers.some((publisher) => publisher === subject)) return false
  return subjectsByKind[fault.kind].includes(subject) && (fault.subject === 'all' || fault.subject === subject)
}

/** Whether a fault affects any request at all; one that cannot is a mistake of the caller. */
function affectsAnything(fault: FaultPlace): boolean {
  return everywhere.some((subject) => affects(fault, subject))
}

/** The body of `PUT /demo/faults`: faults that can affect their subject. */
export const FaultList = v.pipe(
  v.array(Fault),
  v.maxLength(maxFaults),
  v.checkItems(affectsAnything, ({ input: { kind, subject } }) => `${kind} cannot affect ${subject}.`),
)

type ActiveFault = { fault: Fault; remaining: number }

/**
 * The active faults. Every answer takes those that apply to it; a fault with `times` expires after as many answers.
 */
export function createFaultSwitch() {
  let active: ActiveFault[] = []
  return {
    /**
     * Replaces the active faults.
     *
     * @throws ValiError for a malformed fault, and for one that cannot affect its subject
     */
    set(faults: readonly FaultInput[]): void {
      active = v.parse(FaultList, faults).map((fault) => ({ fault, remaining: initialTimes(fault) }))
    },
    /** Deactivates all faults. */
    clear(): void {
      active = []
    },
    /** The active faults. */
    list: (): Fault[] => active.map(({ fault }) => fault),
    /**
     * The faults for one answer; reduces their remaining `times`.
     *
     * @param isDue false for a fault that this request avoids, for example by a short period
     */
    take(subject: RequestSubject, isDue: (fault: Fault) => boolean = () => true): Fault[] {
      const taken = active.filter(({ fault }) => affects(fault, subject) && isDue(fault))
      for (const entry of taken) entry.remaining -= 1
      active = active.filter(({ remaining }) => remaining > 0)
      return taken.map(({ fault }) => fault)
    },
  }
}
export type FaultSwitch = ReturnType<typeof createFaultSwitch>

function initialTimes(fault: Fault): number {
  return fault.times ?? (fault.kind === 'expired_token' ? 1 : Number.POSITIVE_INFINITY)
}

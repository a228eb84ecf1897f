import * as v from 'valibot'
import { openPublishers } from '../subjects/publishers.ts'
import { Fault, type FaultInput, type RequestSubject, requestSubjects, subjectsByKind } from './fault.ts'

/** Most active faults. */
const maxFaults = 50

type FaultPlace = Pick<Fault, 'kind' | 'subject' | 'pathContains'>

/** Whether a fault affects requests for a subject. */
function canAffect(fault: FaultPlace, subject: RequestSubject): boolean {
  if (fault.pathContains !== undefined && !openPublishers.some((publisher) => publisher === subject)) return false
  const isPossible = subjectsByKind.get(fault.kind)?.includes(subject) === true
  return isPossible && (fault.subject === 'all' || fault.subject === subject)
}

/** Whether a fault affects any request at all; one that cannot is a mistake of the caller. */
function canAffectAny(fault: FaultPlace): boolean {
  return requestSubjects.some((subject) => canAffect(fault, subject))
}

/** The body of `PUT /demo/faults`: faults that can affect their subject. */
export const FaultList = v.pipe(
  v.array(Fault),
  v.maxLength(maxFaults),
  v.checkItems(canAffectAny, ({ input: { kind, subject } }) => `${kind} cannot affect ${subject}.`),
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
      active = v.parse(FaultList, faults).map((fault) => ({ fault, remaining: toInitialTimes(fault) }))
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
      const taken = active.filter(({ fault }) => canAffect(fault, subject) && isDue(fault))
      for (const entry of taken) entry.remaining -= 1
      active = active.filter(({ remaining }) => remaining > 0)
      return taken.map(({ fault }) => fault)
    },
  }
}
export type FaultSwitch = ReturnType<typeof createFaultSwitch>

function toInitialTimes(fault: Fault): number {
  return fault.times ?? (fault.kind === 'expired_token' ? 1 : Number.POSITIVE_INFINITY)
}

import * as v from 'valibot'
import { type Fault, type FaultInput, FaultList } from './fault.ts'
import { type RequestSubject, strikes, strikesAnything } from './fault-reach.ts'

type ArmedFault = { fault: Fault; remaining: number }

/**
 * The faults that are on. Every answer takes those that strike it; a fault with `times` ends by itself.
 */
export function createFaultSwitch() {
  let armed: ArmedFault[] = []
  return {
    /**
     * Replaces the faults that are on.
     *
     * @throws ValiError for a fault that is not well formed, RangeError for one that can strike nothing
     */
    set(faults: readonly FaultInput[]): void {
      const parsed = v.parse(FaultList, faults)
      const useless = parsed.find((fault) => !strikesAnything(fault))
      if (useless !== undefined) throw new RangeError(`${useless.kind} cannot strike ${useless.subject}.`)
      armed = parsed.map((fault) => ({ fault, remaining: initialTimes(fault) }))
    },
    /** Switches everything off. */
    clear(): void {
      armed = []
    },
    /** The faults that are still on. */
    list: (): Fault[] => armed.map(({ fault }) => fault),
    /**
     * The faults for one answer, counted down.
     *
     * @param isDue says no to a fault that this request would not meet (a period that is short enough)
     */
    take(subject: RequestSubject, isDue: (fault: Fault) => boolean = () => true): Fault[] {
      const struck = armed.filter(({ fault }) => strikes(fault, subject) && isDue(fault))
      for (const entry of struck) entry.remaining -= 1
      armed = armed.filter(({ remaining }) => remaining > 0)
      return struck.map(({ fault }) => fault)
    },
  }
}
export type FaultSwitch = ReturnType<typeof createFaultSwitch>

function initialTimes(fault: Fault): number {
  return fault.times ?? (fault.kind === 'expired_token' ? 1 : Number.POSITIVE_INFINITY)
}

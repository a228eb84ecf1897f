import type { LimitOutcome, NoReading } from './exact/limit-batches.ts'
import { type LimitOperation, type Reading, takeAddressOperations, verdicts } from './exact/limit-operation.ts'
import { type LimitSubject, type Quota, statesOf, tightest } from './quota/quota.ts'

/** Steps of the limiter, each on one state, the last two on a whole request. */
export type TakeAddressDeps = {
  refusedAsBefore: (subject: LimitSubject, key: string) => Quota | null
  isUp: (tag: number) => boolean
  reconcileFirst: (operation: LimitOperation) => void
  run: (operation: LimitOperation) => Promise<LimitOutcome>
  decided: (subject: LimitSubject, key: string, reading: Reading) => Quota
  takeLocally: (subject: LimitSubject, isPending: boolean) => Quota
  takeWithoutReply: (subject: LimitSubject, outcomes: readonly NoReading[]) => Quota
  /** Called for a request that is counted in a shared state. */
  onShared: () => void
}

/** Makes the decision on requests of client addresses: they take from several states at once. */
export function createTakeAddress(deps: TakeAddressDeps) {
  const { refusedAsBefore, isUp, reconcileFirst, run, decided, takeLocally, takeWithoutReply, onShared } = deps

  /** The quota of readings of all states; null when one is missing. */
  function quotaOfAll(
    states: readonly LimitSubject[],
    operations: readonly LimitOperation[],
    readings: readonly Reading[],
  ): Quota | null {
    if (readings.length < operations.length) return null
    const [first, ...others] = states.flatMap((state, i) => {
      const [reading, operation] = [readings[i], operations[i]]
      return reading === undefined || operation === undefined ? [] : [decided(state, operation.key, reading)]
    })
    return first === undefined ? null : tightest([first, ...others])
  }

  /** Takes from a client's address and the blocks around it, or from a shared state when there is no room. Never rejects. */
  return async function takeAddress(subject: LimitSubject): Promise<Quota> {
    const operations = takeAddressOperations(subject)
    const states = statesOf(subject)
    for (const [i, { key }] of operations.entries()) {
      const refusal = refusedAsBefore(states[i] ?? subject, key)
      if (refusal !== null) return refusal
    }
    if (!operations.every(({ tag }) => isUp(tag))) return takeLocally(subject, true)
    operations.forEach(reconcileFirst)
    const outcomes = await Promise.all(operations.map(run))
    const readings = outcomes.filter((outcome) => outcome.kind === 'reading')
    const quota = quotaOfAll(states, operations, readings)
    if (quota === null) {
      return takeWithoutReply(
        subject,
        outcomes.filter((outcome) => outcome.kind !== 'reading'),
      )
    }
    const { shared } = subject
    if (quota.refusedBy !== null || shared === undefined) return quota
    if (readings.every(({ verdict }) => verdict !== verdicts.noRoom)) return quota
    onShared()
    return { ...(await takeAddress(shared)), takenFrom: shared }
  }
}

import type { Clock } from '@hexawatt/shared/time/clock'

/** A clock that stands still until it is moved: ages in answers are then exact. */
export type TestClock = Clock & { moveTo(instant: string): void; advance(duration: Temporal.DurationLike): void }

export function createTestClock(start: string): TestClock {
  let current = Temporal.Instant.from(start)
  return {
    now: () => current,
    moveTo(instant) {
      current = Temporal.Instant.from(instant)
    },
    advance(duration) {
      current = current.add(duration)
    },
  }
}

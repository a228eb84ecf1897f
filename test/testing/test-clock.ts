import type { Clock } from '@hexawatt/shared/time/clock'

/** A clock in the test's hand. */
export type TestClock = Clock & { moveTo(instant: string): void; advance(duration: Temporal.DurationLike): void }

/** A clock that stands still until it is moved: ages in answers are then exact. */
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

/** A clock that runs on from wherever it is moved to: for work that workers start by themselves. */
export function createRunningTestClock(start: string): TestClock {
  const clock = createTestClock(start)
  let movedAtMs = performance.now()
  return {
    now: () => clock.now().add({ milliseconds: Math.floor(performance.now() - movedAtMs) }),
    moveTo(instant) {
      clock.moveTo(instant)
      movedAtMs = performance.now()
    },
    advance: clock.advance,
  }
}

import type { Clock } from '@hexawatt/shared/time/clock'
import { lastMark } from '../points/point-mark.ts'

/**
 * So long after a mark its point is asked for, s: what was learnt up to the mark is stored by then, since a payload becomes known
 * at the instant of its fetch and is stored some seconds later at most.
 */
const settleSeconds = 10

export type PointTimerDeps = {
  clock: Clock
  /** Asks for the point of a mark. */
  announce: (at: Temporal.Instant) => Promise<void>
}

/**
 * Makes the tick that announces each mark once it has passed. The first tick announces the last mark, which a start may have
 * missed; marks that went by while the program was down are left to the repair of points. A failed announcement is made again at the
 * next tick, and so is the last one after `forget`.
 */
export function createPointTick({ clock, announce }: PointTimerDeps) {
  let announced: Temporal.Instant | null = null
  return {
    async tick(): Promise<void> {
      const mark = lastMark(clock.now().subtract({ seconds: settleSeconds }))
      if (announced?.equals(mark)) return
      await announce(mark)
      announced = mark
    },
    /** The announced job may be lost. */
    forget(): void {
      announced = null
    },
  }
}

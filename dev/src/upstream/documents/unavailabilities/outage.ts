import type { GeneratingUnit } from '../generating-units.ts'

/** Milliseconds in 24 hours of elapsed time. */
export const dayMs = 24 * 3_600_000

/** Something that keeps a unit from running at full power, as it turned out in the end. */
export type Outage = {
  unit: GeneratingUnit
  /** Part of the message's identifier: unique per unit. */
  name: string
  kind: 'planned' | 'forced'
  startEpochMs: number
  endEpochMs: number
  /** Power that stays available, MW. */
  availableMw: number
  /** How much shorter it was first announced, ms. */
  slipMs: number
  /** Announced and called off before it began. */
  isDismissed: boolean
}

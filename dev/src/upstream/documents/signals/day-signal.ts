/** Tension of a day: 1 green, 2 orange, 3 red. */
export type DayLevel = 1 | 2 | 3
/** Tension of an hour: 0 is an hour of low-carbon production, 1 to 3 as for the day. */
export type HourLevel = 0 | DayLevel

/** The signal of one Paris day as issued. `step` is the hour on the Paris wall clock, 0 to 23. */
export type DaySignal = {
  date: Temporal.PlainDate
  issuedAt: Temporal.Instant
  level: DayLevel
  steps: { step: number; level: HourLevel }[]
}

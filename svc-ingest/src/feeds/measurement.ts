/**
 * One value of one series over one slot, in the product's vocabulary. Every numeric feed normalises to this.
 * `updatedAt` is the publisher's own date of the value; null when it sent none.
 */
export type Measurement = {
  series: string
  slotStart: Temporal.Instant
  slotEnd: Temporal.Instant
  value: number
  updatedAt: Temporal.Instant | null
}

/** What a payload gave: usable measurements, and how many of its slots could not be read. */
export type Normalised = { measurements: Measurement[]; unreadableSlots: number }

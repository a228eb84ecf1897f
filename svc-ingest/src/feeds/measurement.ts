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

/**
 * What a feed publishes that is not a number over a slot: the signal of a day with its message, an unavailability message.
 * `key` is the publisher's own identity of it; `body` is JSON in the product's vocabulary.
 */
export type FeedDocument = {
  key: string
  validFrom: Temporal.Instant
  validTo: Temporal.Instant
  body: Readonly<Record<string, unknown>>
  updatedAt: Temporal.Instant | null
}

/** What a payload gave, and how many of its slots or records could not be read. */
export type Normalised = { measurements: Measurement[]; documents: FeedDocument[]; unreadableSlots: number }

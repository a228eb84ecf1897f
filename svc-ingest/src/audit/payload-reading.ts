import type { Normalised } from '../feeds/measurement.ts'

/** What an archived payload gives, or why it proves nothing. */
export type PayloadReading =
  | { kind: 'read'; normalised: Normalised; firstFetchedAt: Temporal.Instant }
  | { kind: 'fault'; reason: string }

/** Kinds of live events (docs/develop/decisions.md#live-events), each with the operation whose body it carries; the order of events and of their ids. */
export const eventOperations = {
  score: 'getScore',
  carbon: 'getCarbonIntensity',
  outlook: 'getOutlook',
  grid: 'getGridStatus',
  tariff: 'getTariffToday',
} as const
export type EventKind = keyof typeof eventOperations

export const eventKinds = ['score', 'carbon', 'outlook', 'grid', 'tariff'] as const satisfies EventKind[]

/** The event that says which limit ends the stream; its data are the problem body of that limit. */
export const limitEvent = 'limit'

/** Pause between two comments that keep a stream open, s. */
export const heartbeatSeconds = 15

/** Time of a stream that counts as one more request, s. */
export const countedEverySeconds = 600

/** The one content type of the stream. */
export const eventStreamType = 'text/event-stream'

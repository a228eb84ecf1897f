/** Kinds of live events (docs/develop/decisions.md#live-events), each with the operation whose body it carries. This order is the order of the events and of their ids. */
export const eventOperations = {
  score: 'getScore',
  carbon: 'getCarbonIntensity',
  outlook: 'getOutlook',
  grid: 'getGridStatus',
  tariff: 'getTariffToday',
  prices: 'getEvccExport',
  consumption: 'getCarbonConsumption',
} as const
export type EventKind = keyof typeof eventOperations

export const eventKinds = [
  'score',
  'carbon',
  'outlook',
  'grid',
  'tariff',
  'prices',
  'consumption',
] as const satisfies EventKind[]
/** Kinds that come only when they are named: prices depend on the contract of the client, and consumption was added to streams that were open to all kinds. */
export const namedEventKinds = ['prices', 'consumption'] as const satisfies EventKind[]
/** Kinds of a stream that names none. */
export const defaultEventKinds = eventKinds.filter((kind) => !namedEventKinds.some((named) => named === kind))

/** Event that ends a stream at a limit; its data are the problem body of that limit. */
export const limitEvent = 'limit'

/** Interval between the comments that keep a stream open, s. */
export const heartbeatSeconds = 15

/** A stream counts as one more request after each interval of this length, s. */
export const countedEverySeconds = 600

/** The one content type of the stream. */
export const eventStreamType = 'text/event-stream'

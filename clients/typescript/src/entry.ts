// The exports of the package: the only re-exporting file, because a package has one entry.
export type { Answer, RateLimit } from './answers/answer.ts'
export { type BestHours, type BestHoursOptions, bestHours } from './best-hours.ts'
export type * from './bodies/dashboard.ts'
export type * from './bodies/explained-score.ts'
export type * from './bodies/explanation.ts'
export type * from './bodies/forecast.ts'
export type * from './bodies/grid.ts'
export type * from './bodies/hours.ts'
export type * from './bodies/planning.ts'
export type * from './bodies/regions.ts'
export type * from './bodies/score.ts'
export type * from './bodies/score-history.ts'
export type * from './bodies/service.ts'
export type * from './bodies/tariffs.ts'
export {
  type ConnectionFailure,
  HexawattConnectionError,
  HexawattProblem,
  isProblem,
  type ProblemFacts,
} from './errors/hexawatt-errors.ts'
export { createHexawatt, type Hexawatt, type StreamedHistoryPoint } from './hexawatt.ts'
export { type ContractQuery, overrideContract } from './requests/contract-parameters.ts'
export type { InstantInput } from './requests/instants.ts'
export type { ContractPrice, EventBodies, EventKind, EventsQuery, LiveEvent } from './requests/live-events.ts'
export type {
  AnalyticsQuery,
  ArchiveQuery,
  ColorArchiveQuery,
  ConsumptionQuery,
  ExplainQuery,
  ForecastQuery,
  HistoryQuery,
  HoursQuery,
  OutlookQuery,
  RegionalDayQuery,
  ScheduleQuery,
  SeriesQuery,
  Weighting,
} from './requests/parameters.ts'
export type { CallOptions } from './requests/send.ts'
export type { Fetch, HexawattOptions, Timers } from './requests/settings.ts'

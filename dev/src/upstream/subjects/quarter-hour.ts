import { minuteMs } from '@hexawatt/shared/time/instant'

/** Milliseconds in a quarter-hour, the step of the operator's real-time telemetry. */
export const quarterMs = 15 * minuteMs

/**
 * Fields of one quarter-hour. Recorded rows and the generator share this form, so the same code derives every feed from both.
 * Pumping and the charging of batteries are at most 0; a positive net import flows into France. The load includes losses and
 * excludes pumping.
 */
export const quarterFields = [
  'biogas',
  'biomass',
  'waste',
  'bioenergy',
  'exchange',
  'gasCcgt',
  'gasChp',
  'gasCt',
  'gasOther',
  'gas',
  'coal',
  'oilChp',
  'oilCt',
  'oilOther',
  'oil',
  'hydroTurbined',
  'hydroRunOfRiver',
  'hydroReservoir',
  'hydro',
  'nuclear',
  'pumping',
  'batteryCharge',
  'batteryDischarge',
  'solar',
  'windOnshore',
  'windOffshore',
  'wind',
  'netImportGb',
  'netImportEs',
  'netImportIt',
  'netImportCh',
  'netImportDe',
  'netImportBe',
  'load',
] as const
export type QuarterField = (typeof quarterFields)[number]

/** Average power of a quarter-hour by field, MW; null: unknown. */
export type QuarterPowerMw = Readonly<Record<QuarterField, number | null>>

/** Returns the quarter-hour that starts at an instant; null when there is none. */
export type QuarterReader = (startEpochMs: number) => QuarterPowerMw | null

/** The four quarter-hours of the hour that starts at `hourStartEpochMs`. */
export function quartersOfHour(read: QuarterReader, hourStartEpochMs: number): (QuarterPowerMw | null)[] {
  return [0, 1, 2, 3].map((index) => read(hourStartEpochMs + index * quarterMs))
}

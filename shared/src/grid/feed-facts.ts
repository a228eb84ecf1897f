import { type PlausibleRange, plausibleRanges } from './plausible-ranges.ts'
import type { PublisherId } from './publishers.ts'

/** Publication calendar of a feed. */
export type Publication =
  /** Each slot, this many minutes after its end; `dueMinutesBy` for publishers that are slower by nature. */
  | {
      kind: 'slot'
      slotMinutes: number
      dueMinutes: number
      dueMinutesBy?: Readonly<Partial<Record<PublisherId, number>>>
    }
  /**
   * Once a day, due at the Paris hour `at` (`HH:MM`), each time covering up to `daysAhead` civil days after the day of publication. Values of
   * the last of these days that are shown before `findFinalFrom` may still change; none are shown before `earlyFrom`.
   */
  | { kind: 'daily'; at: string; daysAhead: number; finalFrom?: string; earlyFrom?: string }
  /** No calendar: the time of the last successful poll counts. */
  | { kind: 'poll'; everyMinutes: number }

/** When a slot is published. `at`: Paris hour, `HH:MM`. `daysBefore`: Paris days before the one that the slot begins on. */
export type DueRule =
  | { kind: 'after end'; minutes: number }
  | { kind: 'days before'; at: string; daysBefore: number }
  | { kind: 'start of hour' }
  | { kind: 'start' }

/** Minutes after the end of a slot by which a publisher owes it; null = the operator. */
export function findSlotDueMinutes(
  { dueMinutes, dueMinutesBy }: Extract<Publication, { kind: 'slot' }>,
  publisher: PublisherId | null,
): number {
  return (publisher === null ? undefined : dueMinutesBy?.[publisher]) ?? dueMinutes
}

/** Facts of a feed that do not depend on its publisher, for every program that reads, rates, shows or lists feeds. */
export type FeedFacts = {
  /** How the page names it. */
  names: { en: string; fr: string }
  publication: Publication
  /** Rules of series that are published at another time than `publication` says, by the series or its part before `/`. */
  dueBySeries?: Readonly<Record<string, DueRule>>
  /** How much later than due it may come before the feed counts as late, minutes; null = never counts as late. */
  toleranceMinutes: number | null
  /** Weight of the feed in the confidence index; 0 = not part of it. */
  confidenceWeight: number
  /** Range of a series in its unit; values outside are quarantined. */
  plausibleRange: (series: string) => PlausibleRange
  /** Whether a series may hold values of slots that have not ended: true for forecasts and prices, false for measurements. */
  mayLieAhead: (series: string) => boolean
  /** Length of its longest slots, hours; absent = 1. */
  longestSlotHours?: number
  /** Series whose newest slot defines the feed's freshness; absent = all. Forecasts would hide that measurements have stopped. */
  freshSeries?: readonly string[]
}

const dayMinutes = 24 * 60

/** Paris times of publication: the auction's result, the early (non-binding) colour of tomorrow, and the binding colour. */
export const publicationTimes = { auction: '12:50', earlyColor: '06:30', bindingColor: '10:30' } as const

/**
 * Every feed and its facts, in the order of `/api/status`; the ids are public. `docs/operate/feeds.md` and `docs/methodology/score.md` repeat the
 * figures. Uses no `Temporal`: the dashboard's script contains this file, and some browsers lack it.
 */
export const feedFacts = factsById({
  generation_by_type: {
    names: { en: 'Generation by type, hourly', fr: 'Production par filière, horaire' },
    publication: { kind: 'slot', slotMinutes: 60, dueMinutes: 60 },
    toleranceMinutes: 60,
    confidenceWeight: 20,
    plausibleRange: plausibleRanges.generation,
    mayLieAhead: () => false,
  },
  generation_mix_15min: {
    names: { en: 'Generation by type, quarter-hourly', fr: 'Production par filière, quart d’heure' },
    publication: { kind: 'slot', slotMinutes: 15, dueMinutes: 25 },
    toleranceMinutes: 30,
    confidenceWeight: 4,
    plausibleRange: plausibleRanges.generation,
    mayLieAhead: () => false,
  },
  generation_forecast: {
    names: { en: 'Wind and solar forecast', fr: 'Prévision éolienne et solaire' },
    publication: { kind: 'daily', at: '18:00', daysAhead: 1 },
    // The stored value of a past hour is its last intraday forecast, issued at the start of that hour.
    dueBySeries: {
      ID: { kind: 'start of hour' },
      'D-2': { kind: 'days before', at: '18:00', daysBefore: 2 },
      'D-3': { kind: 'days before', at: '18:00', daysBefore: 3 },
    },
    toleranceMinutes: 180,
    confidenceWeight: 10,
    plausibleRange: plausibleRanges.generationForecast,
    mayLieAhead: () => true,
    // The forecasts that the feed owes (it covers D+1); those issued days before would hide that they are missing.
    freshSeries: ['SOLAR', 'WIND_ONSHORE', 'WIND_OFFSHORE'].flatMap((type) => [`D-1/${type}`, `ID/${type}`]),
  },
  consumption: {
    names: { en: 'Consumption and its forecast', fr: 'Consommation et sa prévision' },
    publication: { kind: 'slot', slotMinutes: 15, dueMinutes: 15 },
    dueBySeries: {
      ID: { kind: 'start of hour' },
      'D-1': { kind: 'days before', at: '19:30', daysBefore: 1 },
      'D-2': { kind: 'days before', at: '07:00', daysBefore: 2 },
    },
    toleranceMinutes: 30,
    confidenceWeight: 12,
    plausibleRange: plausibleRanges.consumption,
    mayLieAhead: (series) => series !== 'REALISED',
    freshSeries: ['REALISED'],
  },
  consumption_weekly: {
    names: { en: 'Weekly consumption forecast', fr: 'Prévision hebdomadaire de consommation' },
    publication: { kind: 'daily', at: '13:30', daysAhead: 9 },
    // It is not issued on weekends and holidays.
    toleranceMinutes: 3 * dayMinutes,
    confidenceWeight: 2,
    plausibleRange: plausibleRanges.consumption,
    mayLieAhead: () => true,
  },
  power_exchanges: {
    names: { en: 'Day-ahead market price', fr: 'Prix de marché de la veille' },
    // Prices shown before the auction ends have belonged to another auction (October 2025).
    publication: { kind: 'daily', at: '13:30', daysAhead: 1, finalFrom: publicationTimes.auction },
    toleranceMinutes: 180,
    confidenceWeight: 20,
    plausibleRange: plausibleRanges.auction,
    mayLieAhead: () => true,
  },
  physical_flows: {
    names: { en: 'Flows at the borders', fr: 'Flux aux frontières' },
    publication: { kind: 'slot', slotMinutes: 60, dueMinutes: 60, dueMinutesBy: { 'energy-charts': 180 } },
    toleranceMinutes: 60,
    confidenceWeight: 6,
    plausibleRange: plausibleRanges.flow,
    mayLieAhead: () => false,
  },
  exchange_schedules: {
    names: { en: 'Exchange schedules', fr: 'Programmes d’échanges' },
    publication: { kind: 'daily', at: '15:30', daysAhead: 1 },
    // They come with the quarter-hourly mix.
    dueBySeries: { TOTAL: { kind: 'after end', minutes: 25 } },
    toleranceMinutes: 360,
    confidenceWeight: 2,
    plausibleRange: plausibleRanges.flow,
    mayLieAhead: () => true,
  },
  grid_signals: {
    names: { en: 'EcoWatt', fr: 'EcoWatt' },
    publication: { kind: 'daily', at: '17:00', daysAhead: 3 },
    toleranceMinutes: 720,
    confidenceWeight: 12,
    plausibleRange: plausibleRanges.signalLevel,
    mayLieAhead: () => true,
    // The signal of a day, in autumn.
    longestSlotHours: 25,
  },
  tariff_calendar: {
    names: { en: 'Tempo calendar', fr: 'Calendrier Tempo' },
    // The operator calls the early colour informative.
    publication: {
      kind: 'daily',
      at: '10:40',
      daysAhead: 1,
      finalFrom: publicationTimes.bindingColor,
      earlyFrom: publicationTimes.earlyColor,
    },
    toleranceMinutes: null,
    confidenceWeight: 0,
    plausibleRange: plausibleRanges.tariffColor,
    mayLieAhead: () => true,
    // The colour of a day, in autumn.
    longestSlotHours: 25,
  },
  generation_unavailabilities: {
    names: { en: 'Unavailable power plants', fr: 'Indisponibilités des centrales' },
    publication: { kind: 'poll', everyMinutes: 15 },
    toleranceMinutes: 360,
    confidenceWeight: 6,
    // Capacities of a document are checked when it is read; there are no series.
    plausibleRange: () => ({ min: 0, max: 0 }),
    mayLieAhead: () => true,
  },
  installed_capacities: {
    names: { en: 'Installed capacities', fr: 'Capacités installées' },
    publication: { kind: 'poll', everyMinutes: dayMinutes },
    toleranceMinutes: 400 * dayMinutes,
    confidenceWeight: 4,
    plausibleRange: plausibleRanges.installedCapacity,
    // The current year has not ended.
    mayLieAhead: () => true,
    longestSlotHours: 366 * 24,
  },
  imbalance: {
    names: { en: 'Balance of the system', fr: 'Équilibre du système' },
    publication: { kind: 'slot', slotMinutes: 15, dueMinutes: 45 },
    // Prices are published a quarter of an hour after the volumes, by which the feed is due.
    dueBySeries: {
      POSITIVE_PRICE: { kind: 'after end', minutes: 60 },
      NEGATIVE_PRICE: { kind: 'after end', minutes: 60 },
    },
    toleranceMinutes: 60,
    confidenceWeight: 2,
    plausibleRange: plausibleRanges.imbalance,
    mayLieAhead: () => false,
  },
})

/** Keeps the ids as a type and gives every entry the same one. */
function factsById<Id extends string>(facts: Readonly<Record<Id, FeedFacts>>): Readonly<Record<Id, FeedFacts>> {
  return facts
}

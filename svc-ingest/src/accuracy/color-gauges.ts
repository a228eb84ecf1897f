import type { ColorSums } from '@hexawatt/shared/answers/accuracy-body'
import { accuracyPeriodsDays } from '@hexawatt/shared/contract/forecast/accuracy'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { addReadGauges, type Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { Clock } from '@hexawatt/shared/time/clock'
import { readNewestColorIssueAt } from '../colors/color-issue-store.ts'
import { readColorSums } from './color-accuracy-store.ts'

type ColorGaugesDeps = { sql: Sql; clock: Clock; metrics: Metrics }

const [shownDays] = accuracyPeriodsDays

/** Leads that are judged together, days: a single lead has at most 30 judged days in the period. */
const leadClasses = [
  { firstLead: 1, lastLead: 3 },
  { firstLead: 4, lastLead: 6 },
  { firstLead: 7, lastLead: 9 },
] as const

/** Fewer judged days of a class, of at most 90, tell nothing. */
const minClassSamples = 60

/** Sums over the leads of a class. */
type ClassSums = Omit<ColorSums, 'days' | 'leadDays'> & { leadDays: string }

/**
 * Figures of the archived outlooks of the tariff's colours over 30 days by class of leads, and the age of the newest outlook. They come from the archive
 * itself: `/api/accuracy` gives a figure from 200 judged days of a lead on, which 30 days never have.
 */
export function addColorGauges({ sql, clock, metrics }: ColorGaugesDeps): void {
  addReadGauges(metrics, {
    labelNames: ['lead_days', 'forecaster'],
    labels: ({ leadDays, forecaster }) => ({ lead_days: leadDays, forecaster }),
    read: async () =>
      (await readClasses(sql, clock.now())).flatMap(({ leadDays, ...sums }) => [
        { leadDays, forecaster: 'hexawatt', brier: sums.squaredErrorSum / sums.samples },
        { leadDays, forecaster: 'persistence', brier: sums.persistenceSquaredErrorSum / sums.samples },
      ]),
    gauges: [
      {
        name: 'ingest_color_brier_score',
        help: 'Brier score of the outlooks of the tariff colours over the last 30 days: 0 is perfect, 2 the worst',
        value: ({ brier }) => brier,
      },
    ],
  })
  addReadGauges(metrics, {
    labelNames: ['lead_days'],
    labels: ({ leadDays }: ClassSums) => ({ lead_days: leadDays }),
    read: () => readClasses(sql, clock.now()),
    gauges: [
      {
        name: 'ingest_color_red_recall_ratio',
        help: 'Share of the red days of the last 30 days to which at least 50 % red was given',
        value: ({ redHits, redDays }) => (redDays === 0 ? null : redHits / redDays),
      },
      {
        name: 'ingest_color_red_precision_ratio',
        help: 'Share of the days of the last 30 days with at least 50 % red that came red',
        value: ({ redHits, redAlarms }) => (redAlarms === 0 ? null : redHits / redAlarms),
      },
    ],
  })
  addReadGauges(metrics, {
    labelNames: [],
    labels: () => ({}),
    read: async () => [await readNewestColorIssueAt(sql, clock.now())],
    gauges: [
      {
        name: 'ingest_newest_color_issue_age_seconds',
        help: 'Time since the newest archived outlook of the tariff colours',
        value: (at) => at && clock.now().since(at).total('seconds'),
      },
    ],
  })
}

/** Classes with enough judged days. */
async function readClasses(sql: Sql, now: Temporal.Instant): Promise<ClassSums[]> {
  const byLead = await readColorSums(sql, now, [shownDays])
  return leadClasses.flatMap(({ firstLead, lastLead }) => {
    const ofClass = byLead.filter(({ leadDays }) => leadDays >= firstLead && leadDays <= lastLead)
    const sumOf = (name: Exclude<keyof ClassSums, 'leadDays'>): number =>
      ofClass.reduce((sum, sums) => sum + sums[name], 0)
    const sums = {
      leadDays: `${firstLead}-${lastLead}`,
      samples: sumOf('samples'),
      squaredErrorSum: sumOf('squaredErrorSum'),
      persistenceSquaredErrorSum: sumOf('persistenceSquaredErrorSum'),
      redDays: sumOf('redDays'),
      redAlarms: sumOf('redAlarms'),
      redHits: sumOf('redHits'),
    }
    return sums.samples < minClassSamples ? [] : [sums]
  })
}

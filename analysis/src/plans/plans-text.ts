import { formatFiguresTable } from '@hexawatt/shared/command-line/tables'
import { groupBySeries } from '../backtest/analog-inputs.ts'
import { replayIssue } from '../backtest/replayed-issue.ts'
import { collectRealisedValues, listIssueInstants } from '../backtest/run-backtest.ts'
import { divideOrNull, formatFixed, formatPercent } from '../figures-text.ts'
import type { DayRange } from '../recorded/record-folder.ts'
import { type GridRecord, type SpanMs, toSpanMs } from '../recorded/recorded-hours.ts'
import { createRefinementRun } from '../refinements/refinement-run.ts'
import { writeChances } from './chances-text.ts'
import { createErrorArchive } from './error-archive.ts'
import {
  type Chooser,
  choosers,
  evaluatePlan,
  type JudgedObjective,
  judgedObjectives,
  type PlannedLoad,
  type PlanOutcome,
  type PlanStats,
  plannedLoads,
  objectiveTitles as titles,
} from './evaluate-plans.ts'

/** Seed of the random blocks. */
const seed = 20_230_201

/** Replays every issue of some spans of Paris days, and judges the plans of every load for some objectives. */
export async function runPlans(
  record: GridRecord,
  spans: readonly SpanMs[],
  objectives: readonly JudgedObjective[] = judgedObjectives,
): Promise<PlanStats[]> {
  const stats = plannedLoads.flatMap((load) =>
    objectives.map((objective) => ({ load, objective, outcomes: [] as PlanOutcome[] })),
  )
  const series = groupBySeries(record)
  const refinementRun = createRefinementRun('all')
  const random = createRandom(seed)
  for (const span of spans) {
    const archive = createErrorArchive()
    const realised = collectRealisedValues(record, span)
    for (const now of listIssueInstants(span)) {
      const outcome = await replayIssue(record, realised, now, series, { refinementRun })
      for (const { load, objective, outcomes } of stats) {
        const judged = evaluatePlan(outcome, realised, archive, load, objective, random())
        if (judged !== null) outcomes.push(judged)
      }
      archive.add(outcome)
    }
  }
  return stats
}

/** What `bun run backtest-plans` prints: the tables of docs/methodology/accuracy-figures.md. */
export async function writePlans(
  record: GridRecord,
  ranges: readonly DayRange[],
  note: string | null,
): Promise<string> {
  const spans = ranges.map(({ from, to }) => toSpanMs(from, to))
  const stats = await runPlans(record, spans)
  const days = ranges.map(({ from, to }) => `${from} to ${to}`).join(', ')
  return [
    `Plans made every three hours of the Paris days ${days}.`,
    ...(note === null ? [] : [note]),
    ...judgedObjectives.map((objective) => writeSavingTable(stats, objective)),
    ...judgedObjectives.map((objective) => writeWaitingTable(stats, objective)),
    ...writeChances(stats),
  ].join('\n\n')
}

/** Unit and decimals of the saving of one run, and the factor from the objective per kWh. */
const units: Readonly<
  Record<JudgedObjective, { unit: string; decimals: number; perRun: (load: PlannedLoad) => number }>
> = {
  cost: { unit: 'EUR', decimals: 3, perRun: ({ load }) => load.energyKWh / 1_000 },
  carbon: { unit: 'g', decimals: 1, perRun: ({ load }) => load.energyKWh },
  direct: { unit: 'g', decimals: 1, perRun: ({ load }) => load.energyKWh },
  score: { unit: 'points', decimals: 1, perRun: () => 1 },
}

/** Table: share of the possible saving that each way of choosing captured, and saving of one run compared with starting at once. */
function writeSavingTable(stats: readonly PlanStats[], objective: JudgedObjective): string {
  const { unit, decimals, perRun } = units[objective]
  const header = [
    titles[objective],
    'plans',
    'plan',
    'yesterday',
    'at once',
    'random',
    `saved a run, ${unit}`,
    `possible a run, ${unit}`,
  ]
  return formatFiguresTable(
    header,
    selectObjective(stats, objective).map(({ load, outcomes }) => {
      const sums = Object.fromEntries(
        choosers.map((chooser) => [chooser, sum(outcomes, ({ saved }) => saved[chooser])]),
      )
      const possible = sum(outcomes, (outcome) => outcome.possible)
      const share = (chooser: Chooser): string => formatPercent(divideOrNull(sums[chooser] ?? 0, possible), 0)
      const aRun = (total: number): string => {
        const mean = divideOrNull((total - (sums['atOnce'] ?? 0)) * perRun(load), outcomes.length)
        return formatFixed(mean, decimals)
      }
      return [load.name, String(outcomes.length), ...choosers.map(share), aRun(sums['plan'] ?? 0), aRun(possible)]
    }),
  )
}

/** How often waiting paid where it was advised, and did not where it was not. */
function writeWaitingTable(stats: readonly PlanStats[], objective: JudgedObjective): string {
  const header = [
    `${titles[objective]}: waiting`,
    'advised',
    'paid',
    'paid 3 %',
    'not advised',
    'did not pay',
    'did not pay 3 %',
    'now is best',
  ]
  return formatFiguresTable(
    header,
    selectObjective(stats, objective).map(({ load, outcomes }) => {
      const waits = outcomes.flatMap(({ waiting }) => waiting ?? [])
      const [advised, others] = [waits.filter(({ isWorth }) => isWorth), waits.filter(({ isWorth }) => !isWorth)]
      const share = <Value>(values: readonly Value[], isMeant: (value: Value) => boolean): string =>
        formatPercent(divideOrNull(values.filter(isMeant).length, values.length), 0)
      return [
        load.name,
        String(advised.length),
        share(advised, ({ hasSaved }) => hasSaved),
        share(advised, ({ hasSavedThreePct }) => hasSavedThreePct),
        String(others.length),
        share(others, ({ hasSaved }) => !hasSaved),
        share(others, ({ hasSavedThreePct }) => !hasSavedThreePct),
        String(outcomes.filter(({ isAtOnce }) => isAtOnce).length),
      ]
    }),
  )
}

function selectObjective(stats: readonly PlanStats[], objective: JudgedObjective): PlanStats[] {
  return stats.filter((of) => of.objective === objective)
}

function sum<Value>(values: readonly Value[], of: (value: Value) => number): number {
  return values.reduce((total, value) => total + of(value), 0)
}

/** Numbers of 0–1, the same for the same seed (mulberry32, T. Ettinger 2017). */
function createRandom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

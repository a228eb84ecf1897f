import type { AnalogInputs } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import type { BandLevels } from '@hexawatt/shared/methodology/forecast/forecast-issue'
import { assembleIssue, type ScoredIssue } from '@hexawatt/shared/methodology/forecast/issue/assemble-issue'
import { countIssueHours } from '@hexawatt/shared/methodology/forecast/issue/count-issue-hours'
import type { RealisedByHour } from '@hexawatt/shared/methodology/forecast/issue/learn-bands'
import type { Refinements } from '@hexawatt/shared/methodology/forecast/refinements/refined-issue'
import type { ImportHour } from '@hexawatt/shared/methodology/imports/consumption-forecast'
import type { ScoreInputs } from '@hexawatt/shared/methodology/score/sub-scores/score-inputs'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { hourStart } from '@hexawatt/shared/time/instant'
import { createAnalogInputsReader } from './analog-inputs-reader.ts'
import { createBandLevelsReader } from './band-state.ts'
import { createImportHistoryReader } from './import-hours-store.ts'
import { readNewestIssueAt } from './issue-store.ts'
import { readRealisedHours } from './realised-store.ts'
import { deriveRefinements, type IssueRefinements, refinementDays } from './refinements/learnt-state.ts'

/** Inputs of an issue in addition to the score inputs, each as known at an instant. */
export type IssueDeps = {
  /** Inputs of the forecast; null without emission factors. */
  readAnalogInputs: (at: Temporal.Instant) => Promise<AnalogInputs | null>
  /** Levels of the bands. */
  readBandLevels: (at: Temporal.Instant) => Promise<BandLevels>
  /** What earlier issues have taught; null: a forecast of version 2. */
  readRefinements: (at: Temporal.Instant) => Promise<Refinements | null>
  /** Past hours whose imports are known. */
  readImports: (at: Temporal.Instant) => Promise<ImportHour[]>
}

/** One per program: the inputs are cached. */
export function createIssueDeps(sql: Sql): IssueDeps {
  return {
    readAnalogInputs: createAnalogInputsReader(sql),
    readBandLevels: createBandLevelsReader(sql),
    readRefinements: createRefinementsReader(sql),
    readImports: createImportHistoryReader(sql),
  }
}

/**
 * The refinements of the issue of a full hour, and the state of the ridge that it archives.
 *
 * @param corrected realised values that count instead of the stored ones: the audit passes the values known at the issue
 * @param ridgeUntil newest issue whose state of the ridge counts; of the issues before unless given
 */
export async function readIssueRefinements(
  sql: Sql,
  issuedAt: Temporal.Instant,
  { corrected, ridgeUntil }: { corrected?: RealisedByHour; ridgeUntil?: Temporal.Instant } = {},
): Promise<IssueRefinements> {
  const stored = await readRealisedHours(sql, issuedAt.subtract({ hours: 24 * refinementDays }), issuedAt)
  const realised = corrected === undefined ? stored : new Map([...stored, ...corrected])
  return deriveRefinements(sql, issuedAt, realised, ridgeUntil)
}

/**
 * Makes the reader of the refinements of live forecasts: those of the issue of the hour. They are read again when the hour turns, and when an issue is
 * added, because realised values are brought up to date with it.
 */
function createRefinementsReader(sql: Sql): IssueDeps['readRefinements'] {
  let newest: { key: string; refinements: Refinements } | null = null
  return async (at) => {
    const hour = hourStart(at)
    const key = `${hour} ${await readNewestIssueAt(sql, at)}`
    if (newest?.key === key) return newest.refinements
    const { refinements } = await readIssueRefinements(sql, hour, { ridgeUntil: hour })
    newest = { key, refinements }
    return refinements
  }
}

/**
 * The forecast of `now` with the score of each hour: the hour in progress and the 50 after it, with weather 74. Snapshot, points and archive take theirs from here.
 *
 * @param inputs of the score, as known at `now`
 */
export async function issueForecast(
  { readAnalogInputs, readBandLevels, readRefinements, readImports }: IssueDeps,
  inputs: ScoreInputs,
  now: Temporal.Instant,
): Promise<ScoredIssue> {
  const [analog, levels, refinements, imports] = await Promise.all([
    readAnalogInputs(now),
    readBandLevels(now),
    readRefinements(now),
    readImports(now),
  ])
  const hours = countIssueHours(analog?.weather ?? null, now)
  return assembleIssue({ inputs, analog, levels, refinements, imports }, now, hours)
}

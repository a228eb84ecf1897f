import { bandLastLeads } from '@hexawatt/shared/methodology/forecast/forecast-constants'
import {
  consumptionQuantityOfRule,
  type ForecastIssue,
  type ForecastQuantity,
  findLastServedLead,
  forecastQuantities,
} from '@hexawatt/shared/methodology/forecast/forecast-issue'
import { assembleIssue } from '@hexawatt/shared/methodology/forecast/issue/assemble-issue'
import { countIssueHours } from '@hexawatt/shared/methodology/forecast/issue/count-issue-hours'
import {
  type BandState,
  type BucketState,
  type RealisedByHour,
  toBandLevels,
} from '@hexawatt/shared/methodology/forecast/issue/learn-bands'
import type { RidgeState } from '@hexawatt/shared/methodology/forecast/refinements/learnt-errors'
import { assembleScoreInputs } from '@hexawatt/shared/methodology/score/inputs/assemble-inputs'
import { readScoreRows } from '@hexawatt/shared/methodology/score/inputs/read-score-rows'
import { forecastVersion, scoreVersion, toForecastVersion } from '@hexawatt/shared/methodology/versions'
import { buildColumn, describeForeignVersions, type PointColumn } from '@hexawatt/shared/stored-points/point-columns'
import { readStoredPoint, type StoredPoint } from '@hexawatt/shared/stored-points/stored-point-store'
import { createAsOfRule } from '@hexawatt/shared/stored-rows/as-of-rule'
import { hourStart } from '@hexawatt/shared/time/instant'
import { deriveBandState } from '../../forecast/band-state.ts'
import { readImportHistory, readImportHours } from '../../forecast/import-hours-store.ts'
import { readIssueRefinements } from '../../forecast/issue-forecast.ts'
import { issueHourRow } from '../../forecast/issue-store.ts'
import { computeRealisedHours, findRealisedStart } from '../../forecast/realised-hours.ts'
import type { IssueRefinements } from '../../forecast/refinements/learnt-state.ts'
import { formatRidgeState } from '../../forecast/refinements/past-error-store.ts'
import { createArchiveSource } from '../archive-source.ts'
import type { AuditDeps } from '../payload-reader.ts'
import { readArchivedAnalogInputs } from './archived-analog-inputs.ts'
import { readHourScoresBy, readStoredIssue, type StoredIssue } from './stored-issue-store.ts'

/**
 * Result of the audit of an archived forecast. `equal`: every column of it and of its hours, the levels of its bands, and every stored value that
 * it rests on, equals the result of payloads and archive. `not comparable`: another version of the method issued it.
 */
export type IssueAudit = { stored: StoredIssue } & (
  | { outcome: 'not comparable'; reason: string }
  | {
      outcome: 'equal' | 'different'
      /** Columns of the issue, and the columns of its hours and levels that differ. */
      columns: PointColumn[]
      findings: string[]
    }
)

/** Audits the archived forecast of an instant; null when none is archived. */
export async function auditIssue(deps: AuditDeps, at: Temporal.Instant): Promise<IssueAudit | null> {
  const stored = await readStoredIssue(deps.sql, at)
  if (stored === null) return null
  const point = await readStoredPoint(deps.sql, at)
  if (point === null)
    return { stored, outcome: 'different', columns: [], findings: ['the point of its instant is missing'] }
  const reason = describeForeignMethod(stored) ?? describeForeignVersions(point)
  if (reason !== null) return { stored, outcome: 'not comparable', reason }
  const { issue, factorSetId, bands, taughtRidge, findings } = await recomputeIssue(deps, stored, point)
  const columns = [
    ...buildHeadColumns(stored, issue, factorSetId),
    ...buildHourColumns(stored, issue),
    ...buildLevelColumns(stored.bands, bands),
    ...buildRidgeColumns(stored.ridge, taughtRidge),
  ]
  const isEqual = findings.length === 0 && columns.every((one) => one.stored === one.recomputed)
  return { stored, outcome: isEqual ? 'equal' : 'different', columns, findings }
}

function describeForeignMethod(stored: StoredIssue): string | null {
  if (toForecastVersion(stored.forecastVersion) === null)
    return `issued by version ${stored.forecastVersion} of the forecast (this program: ${forecastVersion})`
  return stored.scoreVersion === scoreVersion
    ? null
    : `issued with version ${stored.scoreVersion} of the score (this program: ${scoreVersion})`
}

type Recomputed = {
  issue: ForecastIssue
  factorSetId: string | null
  bands: BandState
  taughtRidge: RidgeState | null
  findings: string[]
}

/**
 * Issues the forecast again by its own version, from archived payloads with the recorded levels, and derives levels and refinements again from the
 * earlier archive.
 */
async function recomputeIssue(deps: AuditDeps, stored: StoredIssue, point: StoredPoint): Promise<Recomputed> {
  const { issuedAt } = stored
  const archive = createArchiveSource(deps, point, createAsOfRule(point))
  const { rows, factorSetId } = await readScoreRows(archive.source, issuedAt)
  const { inputs: analog, findings } = await readArchivedAnalogInputs(deps, issuedAt)
  const inputs = assembleScoreInputs(rows, issuedAt)
  const levels = toBandLevels(stored.bands)
  const hours = countIssueHours(analog?.weather ?? null, issuedAt)
  const [from, before] = [findRealisedStart(issuedAt), hourStart(issuedAt)]
  const scores = await readHourScoresBy(deps.sql, from, before, stored.computedAt)
  const hasConsumption = isConsumptionIssued(stored.bands)
  const past = { scores, imports: hasConsumption ? await readImportHours(deps.sql, { from, before }, issuedAt) : [] }
  const realised: RealisedByHour = new Map(
    analog === null ? [] : computeRealisedHours(analog, past, issuedAt).map((hour) => [hour.startMs, hour]),
  )
  const imports = hasConsumption ? await readImportHistory(deps.sql, issuedAt) : null
  const { refinements, taughtRidge } = await deriveIssueRefinements(deps, stored, realised)
  const { issue } = assembleIssue({ inputs, analog, levels, refinements, imports }, issuedAt, hours)
  return {
    issue,
    factorSetId,
    taughtRidge,
    bands: await deriveBandState(deps.sql, issuedAt, realised),
    findings: [...new Set([...archive.findings(), ...findings])],
  }
}

/** Version 2 had no refinements. */
async function deriveIssueRefinements(
  { sql }: AuditDeps,
  { issuedAt, forecastVersion: version }: StoredIssue,
  corrected: RealisedByHour,
): Promise<{ [Key in keyof IssueRefinements]: IssueRefinements[Key] | null }> {
  if (toForecastVersion(version) === 2) return { refinements: null, taughtRidge: null }
  return readIssueRefinements(sql, issuedAt, { corrected })
}

function buildHeadColumns(stored: StoredIssue, issue: ForecastIssue, factorSetId: string | null): PointColumn[] {
  return [
    buildColumn('method', stored.method, issue.method),
    buildColumn('missing_inputs', stored.missingInputs.join(' ') || null, issue.missingInputs.join(' ') || null),
    buildColumn(
      'newest_generation_start',
      stored.newestGenerationStart?.toString() ?? null,
      formatStart(issue.newestGenerationStartMs),
    ),
    buildColumn('consumption_method', stored.consumptionMethod, issue.consumptionMethod),
    buildColumn(
      'newest_consumption_start',
      stored.newestConsumptionStart?.toString() ?? null,
      formatStart(issue.newestConsumptionStartMs),
    ),
    buildColumn('factor_set_id', stored.factorSetId, factorSetId),
  ]
}

const formatStart = (startMs: number | null): string | null =>
  startMs === null ? null : Temporal.Instant.fromEpochMilliseconds(startMs).toString()

/** Columns of the hours that differ, and how many hours there are. */
function buildHourColumns(stored: StoredIssue, issue: ForecastIssue): PointColumn[] {
  const lastLead = findLastServedLead(issue.hours.length - 1)
  const hours = issue.hours.filter(({ lead }) => lead <= lastLead)
  const storedByLead = new Map(stored.hours.map((hour) => [hour.lead_hours, hour]))
  const differing = hours.flatMap((hour) => {
    const { issued_at: _, ...recomputed } = issueHourRow(stored.issuedAt, hour, stored.mixTypes)
    const row = storedByLead.get(hour.lead)
    return Object.entries(recomputed)
      .map(([name, value]) => buildColumn(`hour ${hour.lead} ${name}`, formatCell(row?.[name]), formatCell(value)))
      .filter((one) => one.stored !== one.recomputed)
  })
  return [buildColumn('hours', stored.hours.length, hours.length), ...differing]
}

/** A cell as text; numbers with the digits that a `real` keeps. */
function formatCell(value: unknown): string {
  if (typeof value === 'number') return String(Math.fround(value))
  if (Array.isArray(value)) return value.map(formatCell).join(' ')
  // JSON of Postgres writes UTC as an offset.
  if (typeof value === 'string') return value.replace('+00:00', 'Z')
  return String(value ?? null)
}

/** Levels that the archive before the issue does not give, and how many there are. */
function buildLevelColumns(stored: BandState, derived: BandState): PointColumn[] {
  const quantities = listIssuedQuantities(stored)
  const count = (bands: BandState): number => quantities.reduce((sum, quantity) => sum + bands[quantity].length, 0)
  const differing = quantities.flatMap((quantity) =>
    bandLastLeads
      .map((lastLead, bucket) =>
        buildColumn(
          `levels of ${quantity} to ${lastLead} h`,
          formatLevel(stored[quantity][bucket]),
          formatLevel(derived[quantity][bucket]),
        ),
      )
      .filter((one) => one.stored !== one.recomputed),
  )
  return [buildColumn('levels', count(stored), count(derived)), ...differing]
}

const consumptionQuantities: readonly ForecastQuantity[] = Object.values(consumptionQuantityOfRule)

/** Programs before hourly imports issued no intensity of consumption, and recorded no levels of it. */
const isConsumptionIssued = (stored: BandState): boolean =>
  consumptionQuantities.some((quantity) => stored[quantity].length > 0)

const listIssuedQuantities = (stored: BandState): readonly ForecastQuantity[] =>
  forecastQuantities.filter((quantity) => isConsumptionIssued(stored) || !consumptionQuantities.includes(quantity))

function formatLevel(bucket: BucketState | undefined): string {
  if (bucket === undefined) return 'absent'
  const { levels, alpha, errors } = bucket
  return `${levels === null ? 'frozen or none' : `${levels.low} … ${levels.high}`}, α ${alpha}, ${errors} errors`
}

/** What the issue had been taught: a column that differs is named, not shown, because it has a thousand numbers. */
function buildRidgeColumns(stored: RidgeState | null, derived: RidgeState | null): PointColumn[] {
  const describe = (state: RidgeState | null): string | null =>
    state && `taught up to hour ${state.newestHour}, ${Bun.hash.xxHash64(formatRidgeState(state)).toString(16)}`
  return [buildColumn('ridge_state', describe(stored), describe(derived))]
}

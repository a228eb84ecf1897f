import { join } from 'node:path'
import { command } from '@hexawatt/shared/command-line/command-line'
import { runCommandLine } from '@hexawatt/shared/command-line/run-command-line'
import { dimensions } from '@hexawatt/shared/contract/dimensions'
import type { ForecastQuantity } from '@hexawatt/shared/methodology/forecast/forecast-issue'
import {
  type ErrorSeries,
  errorUnits,
  quantityErrorKinds,
  subScoreErrors,
} from '@hexawatt/shared/methodology/schedule/error-paths'
import { computeError, type ErrorKind } from '@hexawatt/shared/methodology/schedule/value-paths'
import { hourMs } from '@hexawatt/shared/time/instant'
import { groupBySeries } from '../backtest/analog-inputs.ts'
import { type HourOutcome, replayIssue, type Target } from '../backtest/replayed-issue.ts'
import { collectRealisedValues } from '../backtest/run-backtest.ts'
import { dayInputs, listDaysToReplay, toDayRange } from '../backtest-command/backtest-options.ts'
import { readRecord } from '../recorded/read-record.ts'
import { findRecordFolder } from '../recorded/record-folder.ts'
import { toSpanMs } from '../recorded/recorded-hours.ts'

/** Number of issues whose errors are shipped, and number of candidates: some have an unknown hour. */
const [issues, candidates] = [30, 34]
/** Before the auction of the next day: the prices of most hours are estimates. */
const issueHourUtc = 9
const hoursPerDay = 24

/** Errors of the intensity of consumption are not shipped: those of the intensity of production stand in. */
const targetOf = {
  carbon: 'intensity',
  directCarbon: 'direct',
  price: 'price',
  score: 'score',
} as const satisfies Partial<Record<ForecastQuantity, Target>>

/** Errors of one issue by lead, with their series. */
type SeriesErrors = readonly [ErrorSeries, (number | null)[]]

const shippedFile = join(import.meta.dir, '../../../shared/src/methodology/schedule/shipped-errors.json')

/** Errors of an issue by lead from 1 on. A price that had been published has the error of the same hour of the next day. */
function computeErrors(series: ErrorSeries, kind: ErrorKind, hours: readonly HourOutcome[]): (number | null)[] {
  return hours.map((hour, index) => {
    const judged = hour.isPublished ? hours[index + hoursPerDay] : hour
    const error = computeError(
      kind,
      judged?.realised ?? null,
      judged?.isPublished === false ? judged.predicted.analog : null,
    )
    return Number.isNaN(error) ? null : Math.round(error / errorUnits[series])
  })
}

const line = {
  name: 'ship-errors',
  command: command({
    summary: `Writes the forecast errors that the product ships: ${issues} issues at ${issueHourUtc}:00 UTC, evenly spread over these Paris days.`,
    examples: ['--data recordings', '--from 2023-02-01 --to 2025-01-10'],
    inputs: dayInputs,
    read: ({ from, to, data }) => ({ days: toDayRange(from, to), folder: data }),
  }),
}

process.exitCode = await runCommandLine(line, process.argv.slice(2), async ({ days, folder: asked }) => {
  const folder = findRecordFolder(asked)
  const record = await readRecord(folder)
  const [range] = listDaysToReplay(folder, days)
  if (range === undefined) return 'No day can be replayed.'
  const { fromMs, toMs } = toSpanMs(range.from, range.to)
  const series = groupBySeries(record)
  const dayMs = hoursPerDay * hourMs
  const stepMs = Math.floor((toMs - fromMs) / candidates / dayMs) * dayMs
  const firstMs = Math.ceil(fromMs / dayMs) * dayMs + issueHourUtc * hourMs
  const quantities = Object.entries(targetOf) as [ForecastQuantity, Target][]
  async function computeCandidateErrors(index: number): Promise<SeriesErrors[]> {
    const issuedMs = firstMs + index * stepMs
    const [issuedAt, span] = [
      Temporal.Instant.fromEpochMilliseconds(issuedMs),
      { fromMs: issuedMs, toMs: issuedMs + 3 * hourMs },
    ]
    const { hours } = await replayIssue(record, collectRealisedValues(record, span), issuedAt, series)
    const ofQuantities = quantities.map(
      ([quantity, target]): SeriesErrors => [
        quantity,
        computeErrors(quantity, quantityErrorKinds[quantity], hours[target]),
      ],
    )
    // The score with all weight on one dimension is its sub-score.
    const ofSubScores: SeriesErrors[] = []
    for (const dimension of dimensions) {
      const weights = { price: 0, carbon: 0, grid: 0, adequacy: 0, [dimension]: 1 }
      const alone = await replayIssue(record, collectRealisedValues(record, span, weights), issuedAt, series, {
        weights,
      })
      const name = subScoreErrors[dimension]
      ofSubScores.push([name, computeErrors(name, 'difference', alone.hours.score)])
    }
    return [...ofQuantities, ...ofSubScores]
  }
  const candidateErrors: SeriesErrors[][] = []
  for (let index = 0; index < candidates; index++) candidateErrors.push(await computeCandidateErrors(index))
  const known = candidateErrors.filter((errors) => errors.every(([, path]) => !path.includes(null))).slice(0, issues)
  const lines = (known[0] ?? []).map(([name], index) => {
    const paths = known.map((errors) => `    ${JSON.stringify(errors[index]?.[1])}`)
    return `  "${name}": [\n${paths.join(',\n')}\n  ]`
  })
  await Bun.write(shippedFile, `{\n${lines.join(',\n')}\n}\n`)
  return `Written: errors of ${known.length} issues from ${range.from} to ${range.to}.`
})

import type { StreamedHistoryPoint } from '../../hexawatt.ts'
import { findParisMidnight } from '../../paris-time.ts'
import { type DayOrInstant, dayOrInstant, oneOf, text } from '../arguments/option-values.ts'
import { flag, option } from '../arguments/read-options.ts'
import { writeWholeFile } from '../session/whole-file.ts'
import { command, exitCodes } from './command.ts'
import { profiles } from './plan-options.ts'

/** Columns of the CSV, the same as the API's. */
const columns = [
  'timestamp',
  'globalScore',
  'level',
  'confidence',
  'carbonSlotStart',
  'carbonIntensityGco2Kwh',
  'carbonIntensityConsumptionGco2Kwh',
  'lowCarbonPct',
  'spotPriceEurPerMWh',
  'provenance',
] as const satisfies readonly (keyof StreamedHistoryPoint)[]

/** `hexawatt history`. */
export const historyCommand = command({
  summary: 'Past points of the score as CSV, by default of the last 24 hours.',
  examples: ['history --from 2026-02-01 --to 2026-02-02 --out day.csv', 'history --granularity hourly --json'],
  notes: 'Points are written as they arrive. A file appears only when it is complete.',
  options: {
    from: option(dayOrInstant, 'start: midnight in Paris of a day, or an instant'),
    to: option(dayOrInstant, 'end, exclusive (now)'),
    granularity: option(oneOf('raw', 'hourly'), 'one point every 10 minutes, or hourly means'),
    profile: option(oneOf(...profiles), 'weighting, included in paid plans (national)'),
    out: option(text('file'), 'writes to this file'),
    json: flag('one object per point and line (NDJSON)'),
  },
  async run({ from, to, granularity, profile, out, json }, { service: { api }, console }) {
    const query = { from: instantOf(from), to: instantOf(to), granularity, profile }
    const lines = linesOf(api.streamHistory(query), json)
    await (out === undefined ? console.printAll(lines) : writeWholeFile(out, lines))
    return exitCodes.done
  },
})

const instantOf = (given: DayOrInstant | undefined): Date | undefined =>
  given && new Date('atMs' in given ? given.atMs : findParisMidnight(given.dayMs))

/** Lines with their ends. Nothing precedes the first point: a refusal leaves no header behind. */
async function* linesOf(points: AsyncIterable<StreamedHistoryPoint>, isJson: boolean): AsyncGenerator<string> {
  let isFirst = true
  for await (const point of points) {
    if (isFirst && !isJson) yield `${columns.join(',')}\n`
    isFirst = false
    yield `${isJson ? JSON.stringify(point) : columns.map((column) => point[column] ?? '').join(',')}\n`
  }
  if (isFirst && !isJson) yield `${columns.join(',')}\n`
}

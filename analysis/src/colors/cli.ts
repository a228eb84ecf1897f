import { defaulted, flag, optional } from '@hexawatt/shared/command-line/command-inputs'
import { command } from '@hexawatt/shared/command-line/command-line'
import { runCommandLine } from '@hexawatt/shared/command-line/run-command-line'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { text, wholeNumber } from '@hexawatt/shared/command-line/value-kinds'
import { findReferenceData } from '@hexawatt/shared/testing/reference-data'
import { yearsFolder } from '../recorded/record-folder.ts'
import { readRecordedColors } from '../recorded/recorded-colors.ts'
import { writeColorBacktest } from './color-backtest-text.ts'
import { completeRecordedColors } from './reconstructed-days.ts'
import { runColorBacktest } from './run-color-backtest.ts'

/** Years in which recorded seasons begin. */
const firstSeason = 2014
const lastSeason = 2025
/** The last season with a recorded net load. The net load of the next season is reconstructed. */
const lastFullSeason = 2024

/** Each takes some seconds. */
const maxDraws = 100

/** The command line of `bun run backtest-colors`. */
const colorBacktestCommandLine = {
  name: 'backtest-colors',
  notes: `Without --data the folder is ${yearsFolder}. Seasons begin on 1 September; without --from and --to they
are those of which net load is recorded. The project holds no recorded colours.`,
  command: command({
    summary:
      'Issues a nine-day tariff colour outlook for every day of the recorded seasons from the data known at that time, and compares its scores with a forecast from calendar and stock.',
    examples: ['', '--from 2025 --to 2025'],
    inputs: {
      data: optional(text('dir'), 'folder of the recorded data'),
      from: defaulted(
        wholeNumber('year', firstSeason, lastSeason),
        'year in which the first season begins',
        firstSeason,
      ),
      to: defaulted(
        wholeNumber('year', firstSeason, lastSeason),
        'year in which the last season begins',
        lastFullSeason,
      ),
      draws: defaulted(
        wholeNumber('number', 1, maxDraws),
        'times that forecasts are emulated for variant A: seeds 1, 2 and so on',
        2,
      ),
      everyDay: flag('judge days without net load too, on which the methods that need it do without'),
      withoutTemperature: flag(
        'use the usual temperature for every year, like the product, which has no temperature feed',
      ),
    },
    read: (asked) => asked,
  }),
}

process.exitCode = await runCommandLine(
  colorBacktestCommandLine,
  process.argv.slice(2),
  async ({ data, from, to, draws, everyDay, withoutTemperature }) => {
    const folder = data ?? findReferenceData()
    if (folder === null)
      throw new UsageError(`${yearsFolder} is not there: give the folder of the recorded days with --data.`)
    if (from > to) throw new UsageError(`--from takes a year that is not after --to, but ${from} is after ${to}.`)
    const seasons = Array.from({ length: to - from + 1 }, (_, index) => from + index)
    const known = await readRecordedColors(folder)
    const asRecorded = to > lastFullSeason ? await completeRecordedColors(folder, known) : known
    const recorded = { ...asRecorded, isTemperatureOfScaleKnown: !withoutTemperature }
    return writeColorBacktest(runColorBacktest(recorded, seasons, draws, everyDay))
  },
)

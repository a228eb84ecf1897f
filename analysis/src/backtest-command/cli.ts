import { runCommandLine } from '@hexawatt/shared/command-line/run-command-line'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { writeBacktest } from '../backtest/backtest-text.ts'
import { hasWeather } from '../backtest/emulated-inputs.ts'
import { importDays, readConsumptionRecord } from '../consumption/consumption-record.ts'
import { runConsumptionBacktest } from '../consumption/consumption-run.ts'
import { writeConsumptionBacktest } from '../consumption/consumption-text.ts'
import { reportConsumptionHours } from '../imports/report-consumption-hours.ts'
import { otherYearDays, readOtherYear } from '../recorded/other-years.ts'
import { readRecord } from '../recorded/read-record.ts'
import { describeInventedValues, findRecordFolder, yearsFolder } from '../recorded/record-folder.ts'
import { toSpanMs } from '../recorded/recorded-hours.ts'
import { readObservedWeather } from '../weather/observed-weather.ts'
import { backtestCommandLine, listColdStartWindows, listDaysToReplay } from './backtest-options.ts'

process.exitCode = await runCommandLine(
  backtestCommandLine,
  process.argv.slice(2),
  async ({ folder: asked, days, otherYear, boundary, ...asSaid }) => {
    const folder = findRecordFolder(asked)
    if (boundary === 'consumption') {
      const [range = importDays] = listDaysToReplay({ replayable: [importDays] }, days)
      const run = runConsumptionBacktest(await readConsumptionRecord(folder.path), toSpanMs(range.from, range.to))
      const { text } = await reportConsumptionHours(folder.path)
      return [writeConsumptionBacktest(run, range), text].join('\n\n')
    }
    const hasYears = folder.holds === 'years'
    const note = describeInventedValues(folder)
    const observed = await readObservedWeather(folder.path)
    if (observed === null && hasWeather(asSaid.emulation)) {
      throw new UsageError(
        `--emulate weather needs observed weather, and the folder ${JSON.stringify(folder.path)} has none: --data ${yearsFolder} has it.`,
      )
    }
    if (otherYear !== null && hasYears) {
      const ranges = [days ?? otherYearDays[otherYear]]
      return writeBacktest(await readOtherYear(folder, otherYear), { ranges, note, observed, ...asSaid })
    }
    const { daysOfData, daysOfWindAndSun } = asSaid.omission
    const isColdStart = (daysOfData !== null || daysOfWindAndSun !== null) && days === null && hasYears
    const ranges = isColdStart ? listColdStartWindows() : listDaysToReplay(folder, days)
    return writeBacktest(await readRecord(folder), { ranges, note, observed, ...asSaid })
  },
)

import { runCommandLine } from '@hexawatt/shared/command-line/run-command-line'
import { otherYearDays, readOtherYear } from '../recorded/other-years.ts'
import { readRecord } from '../recorded/read-record.ts'
import { describeInventedValues, findRecordFolder } from '../recorded/record-folder.ts'
import { backtestCommandLine, listColdStartWindows, listDaysToReplay } from './backtest-options.ts'
import { writeBacktest } from './backtest-text.ts'

process.exitCode = await runCommandLine(
  backtestCommandLine,
  process.argv.slice(2),
  async ({ folder: asked, days, otherYear, ...asSaid }) => {
    const folder = findRecordFolder(asked)
    const hasYears = folder.holds === 'years'
    const note = describeInventedValues(folder)
    if (otherYear !== null && hasYears) {
      const ranges = [days ?? otherYearDays[otherYear]]
      return writeBacktest(await readOtherYear(folder, otherYear), { ranges, note, ...asSaid })
    }
    const { daysOfData, daysOfWindAndSun } = asSaid.omission
    const isColdStart = (daysOfData !== null || daysOfWindAndSun !== null) && days === null && hasYears
    const ranges = isColdStart ? listColdStartWindows() : listDaysToReplay(folder, days)
    return writeBacktest(await readRecord(folder), { ranges, note, ...asSaid })
  },
)

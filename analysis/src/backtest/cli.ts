import { runCommandLine } from '@hexawatt/shared/command-line/run-command-line'
import { readRecord } from '../recorded/read-record.ts'
import { findRecordFolder } from '../recorded/record-folder.ts'
import { backtestCommandLine, daysToReplay } from './backtest-options.ts'
import { backtestText } from './backtest-text.ts'

process.exitCode = await runCommandLine(
  backtestCommandLine,
  process.argv.slice(2),
  async ({ folder: asked, days, weeklyStandIn }) => {
    const folder = findRecordFolder(asked)
    const ranges = daysToReplay(folder, days)
    return backtestText(await readRecord(folder), { ranges, weeklyStandIn, isShipped: folder.isShipped })
  },
)

import { failureText } from '../command-line/failure-text.ts'
import { readRecord } from '../recorded/read-record.ts'
import { findRecordFolder } from '../recorded/record-folder.ts'
import { type BacktestRequest, backtestUsage, daysToReplay, parseBacktestOptions } from './backtest-options.ts'
import { backtestText } from './backtest-text.ts'

try {
  const options = parseBacktestOptions(process.argv.slice(2))
  console.log(options.kind === 'help' ? backtestUsage : await output(options))
} catch (error) {
  console.error(failureText(error))
  process.exitCode = 1
}

async function output({ folder: asked, days, weeklyStandIn }: BacktestRequest): Promise<string> {
  const folder = findRecordFolder(asked)
  const ranges = daysToReplay(folder, days)
  return backtestText(await readRecord(folder), { ranges, weeklyStandIn, isShipped: folder.isShipped })
}

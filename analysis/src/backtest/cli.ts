import { failureText } from '../command-line/failure-text.ts'
import { readRecord } from '../recorded/read-record.ts'
import { backtestUsage, parseBacktestOptions } from './backtest-options.ts'
import { backtestText } from './backtest-text.ts'

try {
  const options = parseBacktestOptions(process.argv.slice(2))
  console.log(options.kind === 'help' ? backtestUsage : backtestText(await readRecord(options.folder), options))
} catch (error) {
  console.error(failureText(error))
  process.exitCode = 1
}

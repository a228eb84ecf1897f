import { failureSentence } from '../command-line/command-env.ts'
import { runFeedsCommand } from './feeds-command.ts'

try {
  console.log(await runFeedsCommand(process.argv.slice(2), Bun.env))
} catch (error) {
  console.error(failureSentence(error))
  process.exitCode = 1
}

import { failureSentence } from '../command-line/command-env.ts'
import { runQueuesCommand } from './queues-command.ts'

try {
  console.log(await runQueuesCommand(process.argv.slice(2), Bun.env))
} catch (error) {
  console.error(failureSentence(error))
  process.exitCode = 1
}

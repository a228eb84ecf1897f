import { printCompletion } from '@hexawatt/shared/command-line/command-line'
import { listPlanIds } from '@hexawatt/shared/contract/plans/plan-rows'
import { readPlanTable } from '@hexawatt/shared/errors/plan-table'
import { runInGatewayContainer } from './gateway-container.ts'
import { createKeysCommandLine } from './keys-arguments.ts'
import { runCommand } from './keys-command.ts'

const argv = process.argv.slice(2)

/** Whether a shell requested completions. An unreadable plan file completes nothing; the command itself reports the error. */
function isCompletion(): boolean {
  try {
    return printCompletion(createKeysCommandLine(listPlanIds(readPlanTable(Bun.env['PLANS_FILE']).plans)), argv)
  } catch {
    return false
  }
}

if (!isCompletion() && !(await runInGatewayContainer('keys', argv, Bun.env))) {
  const { exitCode, text } = await runCommand(argv, Bun.env)
  if (exitCode === 0) console.log(text)
  else console.error(text)
  process.exitCode = exitCode
}

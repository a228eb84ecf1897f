import { failureSentence } from '../command-line/command-env.ts'
import { runAuditCommand } from './audit-command.ts'

/** Exit code when nothing was audited: wrong usage, or no database. */
const refusedExitCode = 2

try {
  process.exitCode = await runAuditCommand({
    argv: process.argv.slice(2),
    env: Bun.env,
    print: (line) => console.log(line),
    printProgress: (line) => console.error(line),
  })
} catch (error) {
  console.error(failureSentence(error))
  process.exitCode = refusedExitCode
}

import { printCompletion } from '@hexawatt/shared/command-line/command-line'
import { keysCommandLine } from './keys-arguments.ts'
import { runCommand } from './keys-command.ts'

const argv = process.argv.slice(2)
if (!printCompletion(keysCommandLine, argv)) {
  const { exitCode, text } = await runCommand(argv, Bun.env)
  if (exitCode === 0) console.log(text)
  else console.error(text)
  process.exitCode = exitCode
}

import { runCommand } from './keys-command.ts'

const { exitCode, text } = await runCommand(process.argv.slice(2), Bun.env)
if (exitCode === 0) console.log(text)
else console.error(text)
process.exitCode = exitCode

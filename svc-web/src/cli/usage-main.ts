import { printCompletion } from '@hexawatt/shared/command-line/command-line'
import { runInGatewayContainer } from './gateway-container.ts'
import { createUsageCommandLine } from './usage-arguments.ts'
import { runUsageCommand } from './usage-command.ts'

const argv = process.argv.slice(2)
const now = Temporal.Now.instant()
// The reader may close the pipe early (`| head`): further output is impossible.
process.stdout.on('error', () => process.exit(1))

if (!printCompletion(createUsageCommandLine(now), argv) && !(await runInGatewayContainer('usage', argv, Bun.env))) {
  process.exitCode = await runUsageCommand({
    argv,
    env: Bun.env,
    now,
    print: (text) => process.stdout.write(text),
    say: (sentence) => console.error(sentence),
  })
}

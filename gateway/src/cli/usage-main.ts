import { runUsageCommand } from './usage-command.ts'

// The reader may close the pipe early (`| head`): nothing can be printed any more.
process.stdout.on('error', () => process.exit(1))

process.exitCode = await runUsageCommand({
  argv: process.argv.slice(2),
  env: Bun.env,
  now: Temporal.Now.instant(),
  print: (text) => process.stdout.write(text),
  say: (sentence) => console.error(sentence),
})

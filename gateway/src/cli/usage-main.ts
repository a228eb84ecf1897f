import { runUsageCommand } from './usage-command.ts'

// Whoever reads may leave early (`| head`): there is nobody left to tell.
process.stdout.on('error', () => process.exit(1))

process.exitCode = await runUsageCommand({
  argv: process.argv.slice(2),
  env: Bun.env,
  now: Temporal.Now.instant(),
  print: (text) => process.stdout.write(text),
  say: (sentence) => console.error(sentence),
})

import { resolve } from 'node:path'

const repositoryRoot = resolve(import.meta.dir, '../..')

/** What has to hold before a change is merged, cheapest first. The tests include the architecture test. */
const steps = [
  { heading: 'Format and lint', command: ['x', '--bun', 'biome', 'ci', '.'] },
  { heading: 'Types', command: ['x', '--bun', 'tsc', '-p', '.'] },
  { heading: 'Types of the page’s script', command: ['x', '--bun', 'tsc', '-p', 'gateway/src/dashboard/browser'] },
  { heading: 'Tests', command: ['dev/src/run-tests.ts'] },
]

/** Exit code of a program that Ctrl-C ended. */
const interruptedExitCode = 130

// The steps get the same Ctrl-C and stop their servers in order: this process waits for them.
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true
  })
}
process.exit(await runSteps())

async function runSteps(): Promise<number> {
  for (const { heading, command } of steps) {
    console.log(`\n== ${heading}`)
    const startedAtMs = performance.now()
    const step = Bun.spawn([process.execPath, ...command], {
      cwd: repositoryRoot,
      env: Bun.env,
      stdio: ['inherit', 'inherit', 'inherit'],
    })
    const exitCode = await step.exited
    const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1)
    console.log(`== ${heading}: ${exitCode === 0 ? 'passed' : 'FAILED'} (${seconds} s)`)
    if (interrupted) return interruptedExitCode
    if (exitCode !== 0) return 1
  }
  return 0
}

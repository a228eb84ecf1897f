import { resolve } from 'node:path'
import { shippedOnlySetting } from '@hexawatt/shared/testing/reference-data'
import { signalGroup } from './process-tree.ts'
import { noteVerifiedCommit, readCleanCommit } from './release/context/verified-commit.ts'
import { kubernetesFolder } from './test-files.ts'
import { type RuntimeCall, typeCheck } from './type-checker.ts'

const repositoryRoot = resolve(import.meta.dir, '../..')

/** A program that runs concurrently with the others. */
type Step = RuntimeCall & { heading: string }

/** Ends a step that runs. */
type EndStep = (signal: NodeJS.Signals) => void

/** The type checker reads again the files that have changed since its last run, and those that depend on them: it compares the files themselves. */
const typesOf = (heading: string, folder: string, name: string): Step => {
  const cache = ['--incremental', '--tsBuildInfoFile', `.hexawatt/cache/${name}.tsbuildinfo`]
  return { heading, ...typeCheck(folder, cache) }
}

/** Steps that only read files. */
const readings: readonly Step[] = [
  { heading: 'Format and lint', command: ['x', '--bun', 'biome', 'ci', '.'] },
  typesOf('Types', '.', 'types'),
  typesOf('Types of the pages’ scripts', 'svc-web/src', 'page-types'),
  { heading: 'Files made from the contract', command: ['shared/src/openapi/write-documents.ts', '--check'] },
]

/** The step that prints as it runs. The architecture tests are among the tests. */
const suites: Readonly<Record<string, Step>> = {
  all: { heading: 'Tests', command: ['dev/src/run-tests.ts'] },
  '--without-stores': {
    heading: 'Tests that need no stores',
    command: ['dev/src/run-tests.ts', '--without-stores'],
    env: { [shippedOnlySetting]: '1' },
  },
  distributed: { heading: 'Drills', command: ['dev/src/run-tests.ts', '--drills'] },
  programs: { heading: 'Programs', command: ['dev/src/run-tests.ts', '--programs'] },
  containers: { heading: 'Containers', command: ['dev/src/run-tests.ts', '--containers'] },
  // For a release: the first run on a machine builds the API server.
  kubernetes: { heading: 'Kubernetes', command: ['dev/src/run-tests.ts', `./${kubernetesFolder}`, '--without-stores'] },
  // For a release: a program that this machine cannot have is a failure.
  'programs --all': { heading: 'All programs', command: ['dev/src/run-tests.ts', '--programs', '--all'] },
}
/** Suites with the checks that only read files; the others only run their tests. */
const wholeSuites = ['all', '--without-stores']
const suite = process.argv.slice(2).join(' ') || 'all'
const tests = suites[suite]
if (tests === undefined) {
  const namedSuites = Object.keys(suites).filter((name) => !wholeSuites.includes(name))
  console.error(`Unknown checks '${suite}': run this without a word, or with one of ${namedSuites.join(', ')}.`)
  process.exit(1)
}

/** Exit code of a program that Ctrl-C ended. */
const interruptedExitCode = 130

// Ctrl-C of a terminal reaches the tests too, the signal of a CI runner only this process: it passes the signal on to the tests, ends the reading steps, and
// exits when the tests have stopped their servers.
let interrupted = false
const running = new Set<EndStep>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true
    for (const end of running) end(signal)
  })
}
const commit = suite === 'all' ? readCleanCommit(repositoryRoot) : null
const exitCode = await runSteps(tests, wholeSuites.includes(suite) ? readings : [])
// A release asks for the commit at which everything passed: the files must have been those of the commit all the time.
if (exitCode === 0 && commit !== null && commit === readCleanCommit(repositoryRoot))
  await noteVerifiedCommit(repositoryRoot, commit)
process.exit(exitCode)

/** The checks before a merge: concurrent, because each step leaves a core idle at times. The first failure ends the others. */
async function runSteps(tests: Step, readings: readonly Step[]): Promise<number> {
  const outcomes = await Promise.all([...readings.map((step) => runStep(step, 'pipe')), runStep(tests, 'inherit')])
  if (interrupted) return interruptedExitCode
  return outcomes.every(Boolean) ? 0 : 1
}

/** Runs a step and reports its result; its piped output is shown when it has ended, because output of several steps at once would be mixed. */
async function runStep({ heading, command, env }: Step, output: 'pipe' | 'inherit'): Promise<boolean> {
  if (output === 'inherit') console.log(`\n== ${heading}`)
  const startedAtMs = performance.now()
  const isReading = output === 'pipe'
  const child = Bun.spawn([process.execPath, ...command], {
    cwd: repositoryRoot,
    env: { ...Bun.env, ...env },
    stdio: ['inherit', output, output],
    detached: isReading,
  })
  // At once: TypeScript 7 ignores SIGINT and SIGTERM, and would check for ten more seconds. Nothing is lost: these programs only read, and the type checker
  // rebuilds its cache after being cut off.
  const end: EndStep = (signal) => (isReading ? signalGroup(child.pid, 'SIGKILL') : child.kill(signal))
  running.add(end)
  const printed = await Promise.all([child.stdout, child.stderr].map((stream) => stream?.text() ?? ''))
  const passed = (await child.exited) === 0
  running.delete(end)
  if (!passed) for (const endOther of running) endOther('SIGTERM')
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1)
  const text = printed.join('').trim()
  if (text !== '') console.log(`\n== ${heading}\n${text}`)
  console.log(`== ${heading}: ${passed ? 'passed' : 'FAILED'} (${seconds} s)`)
  return passed
}

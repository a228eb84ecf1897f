import { join, resolve } from 'node:path'
import { SetupError } from './embedded/setup-error.ts'
import { startTestServers, type TestServers } from './embedded/test-servers.ts'

const repositoryRoot = resolve(import.meta.dir, '../..')

/** Generous, because a test that starts the whole product must not fail on a busy machine, ms. */
const testTimeoutMs = 60_000

/** Every test of every workspace: also those a folder's name would hide from the runner's own search. */
const testFiles = new Bun.Glob(
  '{shared,gateway,svc-carbon,svc-history,svc-ingest,svc-score,analysis,clients,dev,test}/**/*.test.ts',
)

/** Exit code of a program that Ctrl-C ended. */
const interruptedExitCode = 130

try {
  process.exit(await runWithServers(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exit(1)
}

async function runWithServers(args: readonly string[]): Promise<number> {
  let interrupted = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => (interrupted = true))
  const servers = await startTestServers(join(repositoryRoot, '.hexawatt/cache'))
  try {
    const exitCode = await runTests(args, servers)
    return interrupted ? interruptedExitCode : exitCode
  } finally {
    await servers.stop()
  }
}

async function runTests(args: readonly string[], servers: TestServers): Promise<number> {
  const reportFile = join(servers.folder, 'junit.xml')
  const report = ['--reporter=junit', `--reporter-outfile=${reportFile}`]
  const selection = args.length > 0 ? args : await everyTestFile()
  const child = Bun.spawn(
    [process.execPath, 'test', '--isolate', `--timeout=${testTimeoutMs}`, ...report, ...selection],
    {
      cwd: repositoryRoot,
      env: {
        ...Bun.env,
        HEXAWATT_TEST_DATABASE_URL: servers.databaseUrl,
        HEXAWATT_TEST_REDIS_URL: servers.redisUrl,
      },
      stdio: ['inherit', 'inherit', 'inherit'],
    },
  )
  const exitCode = await child.exited
  console.log(await summary(reportFile))
  return exitCode
}

async function everyTestFile(): Promise<string[]> {
  const files = await Array.fromAsync(testFiles.scan({ cwd: repositoryRoot }))
  return files
    .filter((file) => !file.includes('node_modules/'))
    .sort()
    .map((file) => `./${file}`)
}

async function summary(reportFile: string): Promise<string> {
  const report = Bun.file(reportFile)
  const head = (await report.exists()) ? (await report.text()).match(/<testsuites[^>]*>/)?.[0] : undefined
  if (head === undefined) return 'The tests ended without a summary.'
  const count = (name: string) => Number(head.match(new RegExp(`\\b${name}="(\\d+)"`))?.[1] ?? 0)
  const [failed, skipped] = [count('failures'), count('skipped')]
  const passed = count('tests') - failed - skipped
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

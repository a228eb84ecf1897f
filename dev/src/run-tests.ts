import { mkdir, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { type ContainerRun, startContainerRun } from './containers/container-run.ts'
import { readFigures } from './drill-figures.ts'
import { SetupError } from './embedded/setup-error.ts'
import { guardAgainstOrphan } from './embedded/system/orphan-guard.ts'
import { makeTemporaryFolder, startTestRedis, startTestServers, type TestServers } from './embedded/test-servers.ts'
import { signalGroup } from './process-tree.ts'
import { type ProgramRun, startProgramRun } from './program-run.ts'
import {
  listContainerTests,
  listDrills,
  listPrograms,
  listTestFiles,
  selectWithoutStores,
  splitByUp,
} from './test-files.ts'
import { summarizeReports } from './test-report.ts'
import { endAbandonedUp } from './turn-of-up.ts'

const repositoryRoot = resolve(import.meta.dir, '../..')
const cacheDir = join(repositoryRoot, '.hexawatt/cache')

/** Generous, because a test that starts the whole product must not fail on a busy machine, with as many beside it as there are cores, ms. */
const testTimeoutMs = 180_000

/**
 * Processes that run test files side by side: one more than there are cores, since every test waits at times. The files that start `up` have another one of
 * their own. They share a Postgres, where each file has databases of its own, so that costly content is filled once for all of them. Each has
 * a Redis of its own, whose messages reach every database.
 */
const [minProcesses, maxProcesses] = [2, 8]

/** Exit code of a program that Ctrl-C ended. */
const interruptedExitCode = 130

const withoutStoresFlag = '--without-stores'
/** Runs the drills on several servers of each kind, one after the other, because they measure; and nothing else. */
const drillsFlag = '--drills'
/** Runs other people's programs against the product, and nothing else. */
const programsFlag = '--programs'
/** With {@link programsFlag}: a program that this machine cannot have is a failure, not skipped. */
const allProgramsFlag = '--all'
/** Builds images and runs containers, one file after the other, because they measure; and nothing else. */
const containersFlag = '--containers'
const flags: readonly string[] = [withoutStoresFlag, drillsFlag, programsFlag, allProgramsFlag, containersFlag]

/** Test files of programs at once: installations and programs are busy themselves. */
const programProcesses = 2

/**
 * The files of a process share loaded modules: loading and warming them up again for each file takes half of the processor time. No test writes to what files
 * share (an architecture test holds that), and each has stores and ports of its own. Elysia (1.4.30) keeps a stopped application in memory, about 1.5 MB each.
 */
const keepsModules = '--no-isolate'

/**
 * Connections of each pool to Postgres at most. A pool opens one for each statement that finds the others busy, which takes ten milliseconds of processor
 * time: without the bound there were twelve for each test database.
 */
const connectionsOfPool = 2

/** The slowest files of the last run start first, so that no process is left with a long file at the end; a dot per test is enough. */
const wholeRun = [`--timings=${join(cacheDir, 'test-durations.json')}`, '--update-timings', '--dots']

try {
  process.exit(await run(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exit(1)
}

/** Servers that have started. */
type Stoppable = Pick<TestServers, 'stop'>

/** Addresses of the Postgres of a run, and of a Redis for each of its processes. */
type Stores = { databaseUrl: string; redisUrls: readonly string[] }

/** A run of the runner: its arguments, whether it measures (programs then use connections as in production), its stores, and further settings of its tests. */
type Batch = {
  args: readonly string[]
  isMeasuring: boolean
  stores: Stores | null
  settings: Readonly<Record<string, string>>
  /** The tests and their commands are a process group of their own. */
  hasOwnGroup: boolean
}

/**
 * Runs every test file except drills, programs and containers, or the named files as `bun test` understands the names. With `--without-stores` no server is
 * started, and unless files are named only those that need none are run.
 */
async function run(args: readonly string[]): Promise<number> {
  let interrupted = false
  const interruption = new AbortController()
  const running: Bun.Subprocess[] = []
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      interrupted = true
      interruption.abort()
      // A signal to this process only ends the tests too, as Ctrl-C does; the servers are stopped after them.
      for (const tests of running) tests.kill(signal)
    })
  }
  const isStoreless = args.includes(withoutStoresFlag)
  const drills = args.includes(drillsFlag) ? (await listDrills()).map((file) => `./${file}`) : []
  const given = args.filter((arg) => !flags.includes(arg))
  const allPrograms = await listPrograms()
  const programs = args.includes(programsFlag) ? allPrograms : allPrograms.filter((file) => isNamed(given, file))
  const allContainers = await listContainerTests()
  const containers = args.includes(containersFlag)
    ? allContainers
    : allContainers.filter((file) => isNamed(given, file))
  const ofFlags = [
    ...drills,
    ...(args.includes(programsFlag) ? programs.map((file) => `./${file}`) : []),
    ...(args.includes(containersFlag) ? containers.map((file) => `./${file}`) : []),
  ]
  const named = [...given, ...ofFlags]
  const everyFile = (await listTestFiles()).filter((file) => isMeant(named, file))
  const files = isStoreless && named.length === 0 ? await selectWithoutStores(everyFile) : everyFile
  const { starting: ups, others } = named.length === 0 ? await splitByUp(files) : { starting: [], others: files }
  const limit = programs.length > 0 ? programProcesses : processLimit()
  const processes = Math.max(1, Math.min(limit, others.length + programs.length))
  const folder = await makeTemporaryFolder()
  const servers: Stoppable[] = []
  let programRun: ProgramRun | null = null
  let containerRun: ContainerRun | null = null
  // Containers have their own stores.
  const needsStores = !isStoreless && !args.includes(containersFlag)
  try {
    const stores = needsStores ? await startStores(processes + Math.min(1, ups.length), servers) : null
    if (interrupted) return interruptedExitCode
    if (programs.length > 0) {
      programRun = await startProgramRun({ env: Bun.env, files: programs, isComplete: args.includes(allProgramsFlag) })
      servers.push(programRun)
    }
    if (containers.length > 0) {
      containerRun = await startContainerRun(interruption.signal)
      servers.push(containerRun)
    }
    if (interrupted) return interruptedExitCode
    const selection = named.length > 0 ? named : [...wholeRun, ...others.map((file) => `./${file}`)]
    // The drills measure: no drill may start with the memory of an earlier one.
    const isDrill = drills.length > 0
    const keepsAlone = isDrill || programs.length > 0 || containers.length > 0
    const testArgs = [`--parallel=${processes}`, ...(keepsAlone ? [] : [keepsModules]), ...selection]
    const storesOf = (from: number, to?: number) => stores && { ...stores, redisUrls: stores.redisUrls.slice(from, to) }
    const settings = { ...programRun?.settings, ...containerRun?.settings }
    const hasOwnGroup = containerRun !== null
    const batches: Batch[] = [
      { args: testArgs, isMeasuring: isDrill, stores: storesOf(0, processes), settings, hasOwnGroup },
    ]
    // One after the other, concurrently with the others: two of them at once would wait for each other's `up`.
    if (ups.length > 0) {
      const inTurn = ['--isolate', '--dots', ...ups.map((file) => `./${file}`)]
      batches.push({ args: inTurn, isMeasuring: false, stores: storesOf(processes), settings: {}, hasOwnGroup: false })
    }
    const reports = batches.map((_, index) => join(folder, `junit-${index}.xml`))
    const startedAt = Temporal.Now.instant()
    for (const [index, batch] of batches.entries()) running.push(await startTests(batch, reports[index] ?? ''))
    if (interrupted) for (const tests of running) tests.kill()
    // When this process is killed, nothing else ends them.
    if (hasOwnGroup) for (const tests of running) guardAgainstOrphan(-tests.pid, 'SIGKILL', 0)
    const exitCodes = await Promise.all(running.map((tests) => tests.exited))
    if (programRun !== null) console.log(await programRun.tellResults(reports))
    // A command of an interrupted test would go on making containers.
    if (hasOwnGroup) for (const tests of running) signalGroup(tests.pid, 'SIGKILL')
    if (containerRun !== null) console.log(await readFigures(startedAt))
    console.log(await summarizeReports(reports, exitCodes))
    return interrupted ? interruptedExitCode : Math.max(...exitCodes)
  } finally {
    await endAbandonedUp()
    await Promise.all(servers.map((server) => server.stop()))
    await rm(folder, { recursive: true, force: true })
  }
}

function processLimit(): number {
  return Math.min(maxProcesses, Math.max(minProcesses, availableParallelism() + 1))
}

/** Whether the runner will take this file for one of the paths among the arguments: for counting only. */
function isMeant(args: readonly string[], file: string): boolean {
  return args.every((arg) => arg.startsWith('-')) || isNamed(args, file)
}

/** Whether one of the arguments is a path that names this file. */
function isNamed(args: readonly string[], file: string): boolean {
  const paths = args.filter((arg) => !arg.startsWith('-')).map((arg) => arg.replace(/^\.\//, ''))
  return paths.some((path) => file.includes(path))
}

/** A Postgres, and a Redis for each process. The first Redis starts before the others: on a new machine it unpacks the program that the others then find. */
async function startStores(processes: number, started: Stoppable[]): Promise<Stores> {
  const first = await startTestServers(cacheDir, { isExpendable: true })
  started.push(first)
  const startRedis = async (): Promise<string> => {
    const redis = await startTestRedis(cacheDir)
    started.push(redis)
    return redis.redisUrl
  }
  const others = await Promise.allSettled(Array.from({ length: processes - 1 }, startRedis))
  const redisUrls = others.map((other) => {
    if (other.status === 'rejected') throw other.reason
    return other.value
  })
  return { databaseUrl: first.databaseUrl, redisUrls: [first.redisUrl, ...redisUrls] }
}

async function startTests(
  { args, isMeasuring, stores, settings, hasOwnGroup }: Batch,
  report: string,
): Promise<Bun.Subprocess> {
  await mkdir(cacheDir, { recursive: true })
  const reports = ['--reporter=junit', `--reporter-outfile=${report}`]
  return Bun.spawn([process.execPath, 'test', `--timeout=${testTimeoutMs}`, ...reports, ...args], {
    cwd: repositoryRoot,
    env: {
      ...Bun.env,
      ...settings,
      ...(stores && {
        HEXAWATT_TEST_DATABASE_URL: isMeasuring
          ? stores.databaseUrl
          : `${stores.databaseUrl}?connections=${connectionsOfPool}`,
        HEXAWATT_TEST_REDIS_URLS: stores.redisUrls.join(' '),
      }),
    },
    stdio: ['inherit', 'inherit', 'inherit'],
    detached: hasOwnGroup,
  })
}

import { once } from 'node:events'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { createClock } from '@hexawatt/shared/time/clock'
import { freePorts, listenProblem } from '../embedded/loopback-port.ts'
import { makeRandomSecret, readOrCreateSecret } from '../embedded/secret-file.ts'
import { SetupError } from '../embedded/setup-error.ts'
import { writeBanner } from './banner.ts'
import { type DataFolder, prepareDataFolder } from './data-folder/data-folder.ts'
import { lockFolder } from './data-folder/folder-lock.ts'
import { projectFolder } from './data-folder/places.ts'
import type { ProgramDatabases } from './data-folder/program-databases.ts'
import { type OpenRunFile, openRunFile } from './data-folder/run-file.ts'
import { type HistoryFill, startHistoryFill } from './fill-history.ts'
import { ensureDemoKey, ensureLocalKey } from './local-key.ts'
import { programNames } from './program-settings.ts'
import {
  findWeather,
  listPrograms,
  makeIngestSettings,
  makeInternalUrl,
  type ProgramSpec,
  type RunPorts,
  runPorts,
} from './programs.ts'
import { waitReady } from './readiness.ts'
import type { RunPlan } from './run-plan.ts'
import { prepareStores, type Stores, startStores } from './stores.ts'
import { type Supervised, startProgram, stopPrograms, type Teardown } from './supervised.ts'

type UpInput = {
  plan: RunPlan
  env: EnvSource
  /** Receives a step for everything that starts; the caller runs it in every case. */
  teardown: Teardown
  stopSignal: AbortSignal
  say: (sentence: string) => void
}

/**
 * Starts the whole product, prints the banner, and runs until the stop signal.
 *
 * @throws SetupError and DataModeMismatchError with one sentence for the user
 */
export async function runUp(input: UpInput): Promise<void> {
  const { plan, teardown, stopSignal, say } = input
  if (plan.modeSentence !== null) say(plan.modeSentence)
  await assertPortFree(plan)
  const folder = await prepareDataFolder(plan, say)
  // Containers on one volume would take each other for themselves: the operator's commands and the health check find a running `up` there by its process id.
  if (plan.container !== null) await lockFolder(await realpath(projectFolder))
  const runFile = await openRunFile(folder.dataDir)
  teardown.add(() => runFile.close())
  const stores = await startStores({ plan, folder, teardown, say })
  const databases = await prepareStores(stores, { plan, folder, say })
  if (!stopSignal.aborted) await runPrograms(input, folder, { ...stores, databases }, runFile)
}

type PreparedStores = Stores & { databases: ProgramDatabases }

async function runPrograms(
  input: UpInput,
  folder: DataFolder,
  stores: PreparedStores,
  runFile: OpenRunFile,
): Promise<void> {
  const { plan, stopSignal, say } = input
  const demoKey = await ensureDemoKey(folder, input.env)
  const alertSigningKey =
    input.env['ALERT_SIGNING_KEY'] || (await readOrCreateSecret(join(folder.dataDir, 'alert-signing-key')))
  const secrets = { internalToken: makeRandomSecret(), demoKey, alertSigningKey }
  const run = { plan, ports: await choosePorts(plan), ...secrets, stores }
  const startedAt = createClock(plan.clockOffsetMs).now()
  const members = {
    sessionSecret: input.env['SESSION_SECRET'] || (await readOrCreateSecret(join(folder.dataDir, 'session-secret'))),
    mailboxDir: join(folder.dataDir, 'mailbox'),
  }
  const specs = listPrograms({ ...run, ...stores, ...members, env: input.env })
  await announce(input.plan, folder, stores, { ports: run.ports, specs, runFile })
  const programs = await startPrograms(input, folder, specs)
  const readiness = await waitReady({ ...run, programs, startedAt, stopSignal, say })
  if (stopSignal.aborted) return
  if (readiness.kind === 'ready') await runFile.note({ servedMode: plan.mode })
  const key = await ensureLocalKey({
    databaseUrl: stores.databases['svc-web'],
    redisUrl: stores.redisUrl,
    plansFile: input.env['PLANS_FILE'],
    another: plan.newKey,
    dataDir: folder.dataDir,
    inFile: plan.keyInFile,
    say,
  })
  const fill = await fillHistory(input, folder, { specs, runFile })
  if (stopSignal.aborted) return
  const isOffline = (await plan.openAnswers) === false
  const hasMail = specs.some(({ env }) => 'SMTP_URL' in env)
  say(
    writeBanner({
      plan,
      hasMail,
      isOffline,
      weather: findWeather(plan, input.env),
      folder,
      key,
      demoKey,
      readiness,
      fill,
      elapsedMs: performance.now(),
    }),
  )
  await stayUp([...programs, ...stores.supervised], stopSignal)
}

/**
 * Fills the history: before the banner when the command line names a number of days, else in the background.
 *
 * @returns the fill in the background; null when none runs
 */
async function fillHistory(
  input: UpInput,
  folder: DataFolder,
  { specs, runFile }: { specs: readonly ProgramSpec[]; runFile: OpenRunFile },
): Promise<HistoryFill | null> {
  const ingest = specs.find(({ name }) => name === 'svc-ingest')
  const fill = ingest === undefined ? null : await startHistoryFill({ ...input, folder, ingest, runFile })
  if (fill === null || input.plan.backfillDays === null) return fill
  input.say(`Filling the history since ${fill.from} (log: ${fill.logFile}) …`)
  await Promise.race([fill.finished, once(input.stopSignal, 'abort')])
  return null
}

async function choosePorts({ port }: RunPlan): Promise<RunPorts> {
  return runPorts(await freePorts(programNames.length, [port]))
}

/** Lets operator commands find this run. */
async function announce(
  { port, mode }: RunPlan,
  { dataDir }: DataFolder,
  { databaseUrl, databases, redisUrl }: PreparedStores,
  { ports, specs, runFile }: { ports: RunPorts; specs: readonly ProgramSpec[]; runFile: OpenRunFile },
): Promise<void> {
  const healthUrl = `${makeInternalUrl(ports, 'gateway')}/healthz`
  const ingest = makeIngestSettings(specs)
  await runFile.announce({ port, mode, dataDir, databaseUrl, databases, redisUrl, healthUrl, ingest })
}

async function startPrograms(
  { teardown, say }: UpInput,
  { logDir }: DataFolder,
  specs: readonly ProgramSpec[],
): Promise<Supervised[]> {
  const programs: Supervised[] = []
  teardown.add(() => stopPrograms(programs))
  for (const spec of specs) programs.push(await startProgram(spec, logDir, say))
  return programs
}

/** Resolves at the stop signal. @throws SetupError when a program or store cannot be kept running */
async function stayUp(supervised: readonly Supervised[], stopSignal: AbortSignal): Promise<void> {
  if (stopSignal.aborted) return
  await Promise.race([once(stopSignal, 'abort'), ...supervised.map((one) => one.keepRunning())])
}

/** Both addresses of `localhost`: another program on one of them would answer the curl command of the banner. */
const localAddresses = ['127.0.0.1', '::1']

/**
 * Checks that the public port is free on the chosen address before anything starts.
 *
 * @throws SetupError with the remedy
 */
async function assertPortFree({ host, port }: RunPlan): Promise<void> {
  for (const address of new Set([host, ...localAddresses])) {
    const problem = await listenProblem(port, address)
    if (problem === 'EADDRINUSE') {
      throw new SetupError(`Port ${port} is taken by another program: stop that program, or choose a port with --port.`)
    }
    if (problem === 'EACCES') {
      throw new SetupError(`Port ${port} is not allowed for this user: choose a port above 1023 with --port.`)
    }
    if (problem === 'EADDRNOTAVAIL' && address === host) {
      throw new SetupError(`${host} is no address of this machine: choose another with --host.`)
    }
  }
}

import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { startUp } from '../test/testing/up-fixture.ts'
import { freePort } from './embedded/loopback-port.ts'
import { makeTemporaryFolder } from './embedded/test-servers.ts'
import { programsPlace } from './programs/places.ts'
import { writeResults } from './programs/results.ts'
import { selectUsersOfProduct } from './test-files.ts'
import { readGroups } from './test-report.ts'

type ProgramRunOptions = {
  env: Readonly<Record<string, string | undefined>>
  /** The test files of this run. */
  files: readonly string[]
  /** A program that this machine cannot have is a failure. */
  isComplete: boolean
}

/** A run of the tests of programs: the product that they ask, and what they report. */
export type ProgramRun = {
  /** Environment of the tests. */
  settings: Readonly<Record<string, string>>
  /** Writes the table of results from the reports of the tests, and returns it. */
  tellResults(reports: readonly string[]): Promise<string>
  stop(): Promise<void>
}

/** Days of history that the product has before the first program asks it. */
const filledDays = 2

/** How often the progress of installations is printed, ms: the runner shows what a test prints only when its file has ended. */
const progressIntervalMs = 500

/** Plans of the product: those of the documentation, with a largest one that no test exhausts, and anonymous clients that share the address of this machine. */
const planTable = {
  ...defaultPlanTable,
  anonymous: { requestsPerMinute: 6_000 },
  plans: {
    ...defaultPlanTable.plans,
    scale: { ...defaultPlanTable.plans.scale, requestsPerMinute: 60_000, monthlyQuota: 100_000_000 },
  },
}

/** Starts the product on demo data of this moment, for the files that ask it, and shows the progress of the tests. */
export async function startProgramRun({ env, files, isComplete }: ProgramRunOptions): Promise<ProgramRun> {
  await rm(programsPlace.rows, { recursive: true, force: true })
  await mkdir(programsPlace.rows, { recursive: true })
  await Bun.write(programsPlace.progress, '')
  const progress = followProgress(programsPlace.progress)
  const product = (await selectUsersOfProduct(files)).length > 0 ? await startProduct(env) : null
  return {
    settings: { ...product?.settings, ...(isComplete ? { HEXAWATT_TEST_ALL_PROGRAMS: '1' } : {}) },
    async tellResults(reports) {
      await progress.show()
      return writeResults(await readGroups(reports))
    },
    async stop() {
      await product?.stop()
      progress.end()
    },
  }
}

async function startProduct(env: ProgramRunOptions['env']) {
  const folder = await makeTemporaryFolder()
  const plansFile = join(folder, 'plans.json')
  await Bun.write(plansFile, JSON.stringify(planTable))
  const port = await freePort()
  console.log('The product starts on demo data of this moment …')
  const up = await startUp({
    command: [process.execPath, 'dev/bootstrap.ts', 'dev/src/up/main.ts'],
    args: ['--demo', '--port', String(port), '--data-dir', join(folder, 'data'), '--backfill-days', String(filledDays)],
    env: { PATH: env['PATH'] ?? '', HOME: env['HOME'] ?? '', PLANS_FILE: plansFile },
  })
  return {
    settings: {
      HEXAWATT_TEST_PRODUCT_URL: `http://127.0.0.1:${port}`,
      HEXAWATT_TEST_PRODUCT_KEY: up.key ?? '',
    },
    async stop() {
      up.pressCtrlC()
      await up.exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Prints what the tests add to the file, from time to time and when asked. */
function followProgress(file: string): { show(): Promise<void>; end(): void } {
  let shown = 0
  const show = async (): Promise<void> => {
    const text = await Bun.file(file).text()
    const news = text.slice(shown)
    shown = Math.max(shown, text.length)
    process.stdout.write(news)
  }
  const timer = setInterval(() => void show(), progressIntervalMs)
  return { show, end: () => clearInterval(timer) }
}

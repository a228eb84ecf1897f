import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import { programNames } from '@hexawatt/dev/src/up/program-settings.ts'
import { listPrograms, makeInternalUrl, type ProgramSpec, runPorts } from '@hexawatt/dev/src/up/programs.ts'
import type { RunPlan } from '@hexawatt/dev/src/up/run-plan.ts'
import { buildTestRoleUrls } from '@hexawatt/shared/testing/stores-fixture'

const repositoryRoot = join(import.meta.dir, '../../..')

/** Longest that the product may take to serve its first values, ms: some sources are read for that. */
const startTimeoutMs = 45_000

export type ProductSettings = {
  databaseUrl: string
  redisUrl: string
  internalToken: string
  demoKey: string
  /** Settings of the caller, of which each program reads its own. */
  settings: Readonly<Record<string, string>>
}

/** Every program of the product as a process of its own, as `up` starts them, saying everything that it can say. */
export type ProductProcesses = {
  url: string
  operatorUrl: string
  /** Secret values of the environment. */
  secrets: string[]
  /** Ends all programs in order; gives everything that each has written. */
  stop(): Promise<Map<string, string>>
}

/** Names of settings whose values are secrets. */
const secretNames = /TOKEN|SECRET|CLIENT_ID|PASSWORD/

/**
 * Starts the product on the demo data of now, and waits until it serves a score.
 *
 * @throws with the output of the programs when it does not
 */
export async function startProductProcesses(settings: ProductSettings): Promise<ProductProcesses> {
  const { databaseUrl, redisUrl, internalToken, demoKey } = settings
  const [port = 0, operator = 0, ...free] = await freePorts(2 + programNames.length)
  const ports = runPorts(free)
  const specs = listPrograms({
    plan: { ...demoPlan, port },
    ports,
    databases: buildTestRoleUrls(databaseUrl),
    redisUrl,
    internalToken,
    demoKey,
    alertSigningKey: 'f'.repeat(48),
    sessionSecret: internalToken,
    mailboxDir: join(tmpdir(), `hexawatt-mailbox-${port}`),
    env: { PATH: Bun.env['PATH'], ...settings.settings, OPERATOR_PORT: String(operator), LOG_LEVEL: 'debug' },
  })
  const programs = specs.map(startProgram)
  async function stop(): Promise<Map<string, string>> {
    for (const { child } of programs.toReversed()) {
      child.kill('SIGTERM')
      await child.exited
    }
    return new Map(await Promise.all(programs.map(async ({ name, output }) => [name, await output] as const)))
  }
  const isServing = async (): Promise<boolean> => {
    // svc-web has the operator's listener.
    const probes = [
      ['svc-score', 'readyz'],
      ['gateway', 'readyz'],
      ['svc-web', 'healthz'],
    ] as const
    const answers = probes.map(([program, path]) =>
      fetch(`${makeInternalUrl(ports, program)}/${path}`).then(
        ({ status }) => status === 200,
        () => false,
      ),
    )
    return (await Promise.all(answers)).every((isUp) => isUp)
  }
  if (!(await pollUntil(isServing, { intervalMs: 50, timeoutMs: startTimeoutMs }))) {
    throw new Error(`the product does not serve: ${JSON.stringify([...(await stop())]).slice(-4_000)}`)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    operatorUrl: `http://127.0.0.1:${operator}`,
    secrets: secretsOf(specs),
    stop,
  }
}

const demoPlan: Omit<RunPlan, 'port'> = {
  mode: 'demo',
  modeSentence: null,
  openAnswers: null,
  host: '127.0.0.1',
  publicUrl: null,
  chosenDataDir: null,
  replay: null,
  asOf: null,
  clockOffsetMs: 0,
  backfillDays: null,
  newKey: false,
  keyInFile: false,
  container: null,
  databaseUrl: null,
  redisUrl: null,
}

function startProgram({ name, script, env }: ProgramSpec) {
  const child = Bun.spawn([process.execPath, script], {
    cwd: repositoryRoot,
    // The pipe stays open: the program would take its end for the end of its launcher.
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    env,
  })
  const output = Promise.all([child.stdout.text(), child.stderr.text()]).then((texts) => texts.join('\n'))
  return { name, child, output }
}

function secretsOf(specs: readonly ProgramSpec[]): string[] {
  const values = specs.flatMap(({ env }) => Object.entries(env).filter(([name]) => secretNames.test(name)))
  const passwords = specs.flatMap(({ env }) => {
    const urls = [env['DATABASE_URL'], env['REDIS_URL']].filter((url) => url !== undefined)
    return urls.map((url) => new URL(url).password)
  })
  return [...new Set([...values.map(([, value]) => value), ...passwords])].filter((value) => value !== '')
}

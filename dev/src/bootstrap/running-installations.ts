// Runs before the installation: no import from a package, directly or indirectly.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Folder in the project with a link for each running `up`, named by its process id, to the run file in its data folder. */
export const runningFolder = (root: string): string => join(root, '.hexawatt/running')

/** Part of the command line of every `up`: identifies it when another process has reused its id. */
export const upScript = 'src/up/main.ts'

/** Where the stores and the upstreams of a running `up` are: what an operator's command needs to act on it. */
export type RunningInstallation = {
  port: number
  /** Kind of data, and the folder that holds them. */
  mode: string
  dataDir: string
  /** As the owner. */
  databaseUrl: string
  /** As each program: by the folder of the program. */
  databases: Readonly<Record<string, string>>
  redisUrl: string
  /** Settings of svc-ingest other than the stores: its upstreams, the kind of data, the clock of the data. */
  ingest: Record<string, string>
}

/** Environment variable that names a running `up` by its port. */
const portSetting = 'UP_PORT'

/** Every running `up` of this project, ordered by port. An `up` of another user is left out, because its file is not readable. */
export function readRunningInstallations(root: string): RunningInstallation[] {
  const folder = runningFolder(root)
  const files = namesIn(folder).flatMap((name) => readRunFile(join(folder, name)) ?? [])
  return files
    .filter(({ pid }) => pid !== null && isRunningUp(pid))
    .flatMap(({ installation }) => installation ?? [])
    .sort((a, b) => a.port - b.port)
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'))
  } catch {
    return []
  }
}

/** What this file reads of the run file. */
type RunFile = { pid: number | null; installation?: RunningInstallation | null }

function readRunFile(file: string): RunFile | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** Whether this id belongs to a living `up`. */
export function isRunningUp(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 1 || pid === process.pid) return false
  return commandLineOf(pid)?.includes(upScript) === true
}

/** Command line of a process; null when there is none with this id. */
function commandLineOf(pid: number): string | null {
  if (process.platform !== 'linux') {
    const ps = Bun.spawnSync(['ps', '-o', 'command=', '-p', String(pid)], { stderr: 'ignore' })
    return ps.success ? ps.stdout.toString() : null
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return null
  }
}

/** Whether a script is a command that acts on the stores of an installation. */
export function actsOnStores(script: string): boolean {
  return /^(svc-web|svc-ingest|shared\/src\/postgres)\//.test(script)
}

/** The installation of an operator's command: settings to add to the command's environment, and the sentence that names it; or the reason of a refusal. */
export type Target = { settings: Record<string, string>; sentence: string | null } | { refusal: string }

type Environment = Readonly<Record<string, string | undefined>>

/** What reads the archive of svc-ingest without being one of its commands. */
const readersOfArchive = 'analysis'

/**
 * Chooses what an operator's command acts on: the database of `DATABASE_URL`, else the running installation that `UP_PORT` names, else the only
 * one that runs. Two without a name are refused. A command acts with the rights of the program that it belongs to; `migrate` with those of the owner.
 *
 * @param script path of the command's script from the root of the project
 */
export function chooseTarget(running: readonly RunningInstallation[], env: Environment, script: string): Target {
  const databaseUrl = env['DATABASE_URL']
  if (databaseUrl) return ofDatabase(databaseUrl, running)
  const port = env[portSetting]
  const named = port ? running.filter((one) => String(one.port) === port) : running
  const [target, second] = named
  if (target === undefined) {
    if (!port) return { settings: {}, sentence: null }
    return { refusal: `No installation of this project runs on port ${port} (${portSetting}).${listOf(running)}` }
  }
  if (second !== undefined) {
    const how = `Name one by its port: ${portSetting}=${target.port} before the command.`
    return { refusal: `${running.length} installations of this project run. ${how}${listOf(running)}` }
  }
  const { ingest, redisUrl, databases } = target
  const folder = script.split('/', 1)[0] ?? ''
  const ownUrl = databases[folder === readersOfArchive ? 'svc-ingest' : folder] ?? target.databaseUrl
  const settings = { ...ingest, DATABASE_URL: ownUrl, REDIS_URL: env['REDIS_URL'] || redisUrl }
  return { settings, sentence: `Acts on ${nameOf(target)}.` }
}

/** The database of the environment keeps its own upstreams, since it may hold another kind of data. */
function ofDatabase(databaseUrl: string, running: readonly RunningInstallation[]): Target {
  const user = running.find((one) => [one.databaseUrl, ...Object.values(one.databases)].includes(databaseUrl))
  const place = URL.canParse(databaseUrl) ? new URL(databaseUrl) : null
  const sentence = `Acts on the database ${place === null ? '' : `${place.host}${place.pathname} `}of DATABASE_URL.`
  return { settings: user === undefined ? {} : { REDIS_URL: user.redisUrl }, sentence }
}

const nameOf = ({ port, mode, dataDir }: RunningInstallation): string =>
  `http://localhost:${port} (${mode} data in ${dataDir})`

const listOf = (running: readonly RunningInstallation[]): string => running.map((one) => `\n  ${nameOf(one)}`).join('')

// Runs before the installation: no import from a package, directly or indirectly.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Folder in the project with a link for each running `up`, named by its process id, to the run file in its data folder. */
export const findRunningFolder = (root: string): string => join(root, '.hexawatt/running')

/** Part of the command line of every `up`, of the source or of the bundle in the image for a home: identifies it when another process has reused its id. */
export const upScript = 'src/up/main.'

/** Addresses of the stores and upstreams of a running `up`, as operator commands need them. */
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
  /** Where its gateway says that it lives. */
  healthUrl: string
  /** Settings of svc-ingest other than the stores: its upstreams, the kind of data, the clock of the data. */
  ingest: Record<string, string>
}

/** Environment variable that names a running `up` by its port. */
const portSetting = 'UP_PORT'

/** Every running `up` of this project, ordered by port. An `up` of another user is left out, because its file is not readable. */
export function readRunningInstallations(root: string): RunningInstallation[] {
  const folder = findRunningFolder(root)
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

/** The part of the run file that this file reads. */
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
    // A thread has a folder in /proc too, with the command line of its process: in a container the id of a killed `up` is often that of a thread of the next one.
    const owner = /^Tgid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return owner === String(pid) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : null
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

/** Commands that read svc-ingest's archive although they belong to other programs. */
const readersOfArchive = 'analysis'

/**
 * Chooses the target of an operator's command: the database of `DATABASE_URL`, else the running installation with the port `UP_PORT`, else the only running
 * installation. Without a port, two running installations are refused. A command acts with the rights of its program; `migrate` with the owner's rights.
 * / @param script path of the command's script from the root of the project
 */
export function chooseTarget(running: readonly RunningInstallation[], env: Environment, script: string): Target {
  const databaseUrl = env['DATABASE_URL']
  if (databaseUrl) return ofDatabase(databaseUrl, running)
  const port = env[portSetting]
  const named = port ? running.filter((one) => String(one.port) === port) : running
  const [target, second] = named
  if (target === undefined) {
    if (!port) return { settings: {}, sentence: null }
    return { refusal: `No running installation uses port ${port} (${portSetting}).${listOf(running)}` }
  }
  if (second !== undefined) {
    const how = `Choose one by its port: put ${portSetting}=${target.port} before the command.`
    return { refusal: `${running.length} installations are running. ${how}${listOf(running)}` }
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

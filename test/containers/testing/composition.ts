import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '@hexawatt/dev/src/commands/run-command.ts'
import { until } from '@hexawatt/shared/testing/until'
import { type Compose, createCompose } from '../../../deploy/smoke-test/compose.ts'

/** Longest until everything is healthy, ms: a busy machine that starts everything at once. */
const healthyTimeoutMs = 240_000
/** Longest until a composition that is healthy answers as expected, ms. */
export const answerTimeoutMs = 120_000

/** A composition as an operator has it: a folder with its `.env`. */
export type Composition = {
  compose: Compose
  folder: string
  /** Address of the published port. */
  url: string
}

type OperatorsFolder = { folder: string; project: string; url: string }

/** The composition of an operator's folder. Only its `.env` says how it is set. */
export async function openComposition({ folder, project, url }: OperatorsFolder): Promise<Composition> {
  const handedOn = Object.entries(Bun.env).filter(([name]) => /^(PATH|HOME|DOCKER_\w+)$/.test(name))
  return { compose: await createCompose({ folder, project, env: Object.fromEntries(handedOn) }), folder, url }
}

/** Makes `.env` from the `.env.example` of a folder, with these settings filled in. */
export async function writeSettings(folder: string, settings: Readonly<Record<string, string>>): Promise<void> {
  await copyFile(join(folder, '.env.example'), join(folder, '.env'))
  await changeSettings(folder, settings)
}

/** Fills settings in: where `.env` names them, also in a comment, otherwise at its end. */
export async function changeSettings(folder: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const file = join(folder, '.env')
  let text = await readFile(file, 'utf8')
  for (const [name, value] of Object.entries(settings)) {
    const line = new RegExp(`^#?${name}=.*$`, 'm')
    text = line.test(text) ? text.replace(line, `${name}=${value}`) : `${text}${name}=${value}\n`
  }
  await writeFile(file, text)
}

/**
 * Runs `up -d`, and waits until every container that has a health check is healthy.
 *
 * @returns seconds since the command began
 */
export async function startComposition({ compose }: Composition): Promise<number> {
  const startedAtMs = performance.now()
  await compose.run('up', '-d')
  const format = '{{.Name}} {{.State.Status}} {{if .State.Health}}{{.State.Health.Status}}{{end}}'
  const states = async () => runCommand(['docker', 'inspect', '--format', format, ...(await listContainers(compose))])
  const isReady = (line: string) => / running( healthy)?\s*$|migrate\S* exited\s*$/.test(line)
  const areHealthy = async () => (await states()).split('\n').every(isReady)
  await until('every container is healthy', areHealthy, healthyTimeoutMs).catch(async (error: Error) => {
    throw new Error(`${error.message}\n${await states()}`)
  })
  return (performance.now() - startedAtMs) / 1_000
}

/** Memory of the running containers of a composition, bytes: as `docker stats` counts it, without the page cache. */
export async function readMemoryBytes(compose: Compose): Promise<number> {
  const format = ['--no-stream', '--format', '{{.MemUsage}}']
  const lines = (await runCommand(['docker', 'stats', ...format, ...(await listContainers(compose, 'running'))])).split(
    '\n',
  )
  return lines.reduce((sum, line) => sum + parseBytes(line.split(' / ')[0] ?? ''), 0)
}

async function listContainers(compose: Compose, ...states: string[]): Promise<string[]> {
  const filters = [`label=com.docker.compose.project=${compose.project}`, ...states.map((state) => `status=${state}`)]
  const listing = ['docker', 'ps', '--all', '--quiet', ...filters.flatMap((filter) => ['--filter', filter])]
  return (await runCommand(listing)).split('\n').filter((id) => id !== '')
}

const bytesByUnit: Readonly<Record<string, number>> = { B: 1, KiB: 1_024, MiB: 1_048_576, GiB: 1_073_741_824 }

/** Bytes of a number with its binary unit, such as `45.2MiB`. */
function parseBytes(text: string): number {
  const [, amount = '', unit = ''] = text.match(/^([\d.]+)([A-Za-z]+)$/) ?? []
  return Number(amount) * (bytesByUnit[unit] ?? Number.NaN)
}

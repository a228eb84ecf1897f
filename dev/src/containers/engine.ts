import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { runToEnd } from '../commands/run-command.ts'
import { pollUntil } from '../embedded/poll.ts'
import { processFacts } from '../embedded/system/process-facts.ts'

const repositoryRoot = resolve(import.meta.dir, '../../..')
/** Installs and starts an engine, and makes local stand-ins of the base images: on a machine next to whose repository it lies. */
const toolFile = resolve(repositoryRoot, '../shared/tools/docker-bases')
/** Where an engine that was started on this machine writes its process id. */
const pidFile = '/var/run/docker.pid'
/** Longest time of an engine that stops, ms. */
const stopTimeoutMs = 60_000
/** Longest try to pull an image, ms: of a registry that answers it takes a few seconds. */
const pullTimeoutMs = 60_000
/** The base image that every other one begins with. */
const smallestBase = 'debian:bookworm-slim'

/** Base images of a run: those that the registry has under their digests, or local ones that have their names only. */
export type Bases = 'pinned' | 'stand-ins'

/** An engine with base images, or the reason why there is none. */
export type FoundEngine = ({ bases: Bases; missing: null } | { bases: null; missing: string }) & {
  /** Ends the engine if this run has started it. */
  stop(): Promise<void>
}

/**
 * Uses the engine that answers, or starts one where the tool for it is there, and finds out which base images it can have.
 *
 * @param say prints a line about what was found
 */
export async function findEngine(say: (line: string) => void, signal: AbortSignal): Promise<FoundEngine> {
  const pidBefore = await readEnginePid()
  let stop = async (): Promise<void> => {}
  if ((await findRefusal()) !== null) {
    const failure = await runTool('installs and starts an engine', say, signal)
    const pid = await readEnginePid()
    // An engine that was there before and does not answer was not started by this run.
    if (pid !== null && pid !== pidBefore) stop = () => stopEngine(pid)
    const refusal = await findRefusal()
    if (refusal !== null) return { bases: null, missing: `no container engine answers (${refusal}): ${failure}`, stop }
  }
  const refusal = await tryPull(signal)
  if (refusal === null) {
    say('The registry answers: the base images are the PINNED ones.')
    return { bases: 'pinned', missing: null, stop }
  }
  say(`No registry answers (${refusal}): the base images are LOCAL STAND-INS under the official names.`)
  if (!(await hasStandIns())) {
    const failure = await runTool('makes local stand-ins', say, signal)
    if (!(await hasStandIns())) return { bases: null, missing: `the engine has no base images: ${failure}`, stop }
  }
  return { bases: 'stand-ins', missing: null, stop }
}

/** Runs the tool, where it can be. @returns why it did not do its work, if it did not */
async function runTool(does: string, say: (line: string) => void, signal: AbortSignal): Promise<string> {
  if (!existsSync(toolFile)) return 'there is no ../shared/tools/docker-bases, which would help'
  if (process.getuid?.() !== 0) return '../shared/tools/docker-bases would help, but only as root'
  say(`../shared/tools/docker-bases ${does} …`)
  const { exitCode, stdout, stderr } = await runToEnd([toolFile], { folder: repositoryRoot, signal })
  const lastLines = `${stdout}\n${stderr}`.trim().split('\n').slice(-10).join('\n')
  return `../shared/tools/docker-bases ended with ${exitCode}: ${lastLines}`
}

/** @returns what the engine, or the lack of one, says in place of its version; null when it answers */
async function findRefusal(): Promise<string | null> {
  const { exitCode, stderr } = await runToEnd(['docker', 'version', '--format', '{{.Server.Version}}'])
  return exitCode === 0 ? null : (stderr.trim().split('\n').at(-1) ?? '')
}

/** @returns the last line of what the engine says when it cannot pull a pinned image; null when it can */
async function tryPull(signal: AbortSignal): Promise<string | null> {
  const digest = (await pinnedImages())[smallestBase]?.digest ?? ''
  const options = { signal, timeoutMs: pullTimeoutMs }
  const { exitCode, stderr } = await runToEnd(['docker', 'pull', '--quiet', `${smallestBase}@${digest}`], options)
  return exitCode === 0 ? null : (stderr.trim().split('\n').at(-1) ?? '')
}

async function hasStandIns(): Promise<boolean> {
  const names = Object.keys(await pinnedImages())
  return (await runToEnd(['docker', 'image', 'inspect', ...names])).exitCode === 0
}

async function pinnedImages(): Promise<Readonly<Record<string, { digest: string }>>> {
  return JSON.parse(await readFile(resolve(repositoryRoot, 'deploy/base-images/images.json'), 'utf8'))
}

/** @returns the process id that an engine has written; null without one */
async function readEnginePid(): Promise<number | null> {
  return Number(await readFile(pidFile, 'utf8').catch(() => '')) || null
}

async function stopEngine(pid: number): Promise<void> {
  const hasEnded = async () => ((await processFacts(pid))?.commandLine ?? '') === ''
  if (await hasEnded()) return
  process.kill(pid, 'SIGTERM')
  await pollUntil(hasEnded, { intervalMs: 100, timeoutMs: stopTimeoutMs })
}

import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { logTail } from '../../src/embedded/processes.ts'
import type { ServiceUser } from '../../src/embedded/service-user.ts'
import { processTree, signalGroup } from '../../src/process-tree.ts'
import { takeTurn } from '../../src/turn-of-up.ts'

export const repositoryRoot = resolve(import.meta.dir, '../../..')

/** A running `up` in its own process group, like in a terminal. */
export type UpRun = {
  output(): string
  /** The command of the banner. */
  curlLine: string
  /** The key in the banner; null without one. */
  key: string | null
  /** The demo key of the banner. */
  demoKey: string
  /** Process ids of all its current processes. */
  pids(): Promise<number[]>
  exited: Promise<number | null>
  /** Ctrl-C: the signal reaches the whole foreground group. */
  pressCtrlC(): void
  /** Ends the remaining processes after a failed test. */
  abandon(): void
}

type UpCommand = {
  command?: readonly string[]
  args: readonly string[]
  /** Its whole environment. */
  env: Record<string, string>
  /** Starts it as this user; only root can. */
  user?: ServiceUser
}

/** What names the mode of a start: without one it would call a publisher of open data, which a test never does. */
const namesMode = /^--(demo|open|live|replay)\b/

/** The last line of the banner. */
const bannerEnd = /Ctrl-C stops everything/

/**
 * Starts `up` when it is this process's turn, and waits for its banner.
 *
 * @throws with its output when it ends before the banner or serves no value
 */
export async function startUp({ command, args, env, user }: UpCommand): Promise<UpRun> {
  const [program = '', ...words] = [...(command ?? [process.execPath, 'run', 'up']), ...args]
  if (!words.some((word) => namesMode.test(word)) && env['OPEN_ODRE_BASE_URL'] === undefined) {
    throw new Error('a test names the mode of its `up`, or the address that stands for the publishers of open data')
  }
  const turn = await takeTurn()
  const up = spawn(program, words, {
    cwd: repositoryRoot,
    detached: true,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user === undefined ? {} : { uid: user.uid, gid: user.gid }),
  })
  const pid = up.pid ?? 0
  turn.note(pid)
  const { promise: banner, resolve: showBanner, reject } = Promise.withResolvers<void>()
  const { promise: exited, resolve: exit } = Promise.withResolvers<number | null>()
  let output = ''
  const read = (chunk: Buffer) => {
    output += chunk.toString()
    if (bannerEnd.test(output)) showBanner()
  }
  up.stdout.on('data', read)
  up.stderr.on('data', read)
  up.once('exit', async (exitCode) => {
    await turn.leave()
    exit(exitCode)
    reject(new Error(`up ended with ${exitCode}:\n${output}`))
  })
  await banner
  if (output.includes('serves no value')) {
    signalGroup(pid, 'SIGTERM')
    throw new Error(`up found no value:\n${output}\n${await logTail(join(logDirOf(output), 'svc-ingest.log'), 40)}`)
  }
  return {
    output: () => output,
    curlLine: output.match(/curl .*/)?.[0] ?? '',
    key: output.match(/^ +Key +(hxw_[0-9a-f]{32})/m)?.[1] ?? null,
    demoKey: output.match(/^ +Demo +(hxw_[0-9a-f]{32})/m)?.[1] ?? '',
    pids: () => processTree(pid),
    exited,
    pressCtrlC: () => process.kill(-pid, 'SIGINT'),
    abandon: () => signalGroup(pid, 'SIGTERM'),
  }
}

/** The banner names the folder of the logs. */
function logDirOf(output: string): string {
  return output.match(/logs in ([^)]+)\)/)?.[1] ?? ''
}

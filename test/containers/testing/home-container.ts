import { type CommandOptions, runCommand, runToEnd } from '@hexawatt/dev/src/commands/run-command.ts'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'

/** Longest time until a container is healthy or has ended, ms: a first start on a busy machine. */
const startTimeoutMs = 180_000

type HomeRun = {
  name: string
  image: string
  /** Options of `docker run`. */
  options?: readonly string[]
  /** Options of `up`. */
  args?: readonly string[]
}

/** Starts the image for a home in the background. */
export async function runHome({ name, image, options = [], args = [] }: HomeRun): Promise<void> {
  await runCommand(['docker', 'run', '--detach', '--name', name, ...options, image, ...args])
}

/** Everything that a container has written. */
export async function readLog(name: string): Promise<string> {
  const { stdout, stderr } = await runToEnd(['docker', 'logs', name])
  return stdout + stderr
}

/** Output of a command in a running container. */
export function inside(name: string, command: readonly string[], options?: CommandOptions): Promise<string> {
  return runCommand(['docker', 'exec', name, ...command], options)
}

const inspect = (name: string, format: string) => runCommand(['docker', 'inspect', '--format', format, name])

/** Seconds until the engine calls a container healthy and its log has this text. @throws with its log when that takes too long */
export async function waitForHome(name: string, text: string): Promise<number> {
  const startedAt = performance.now()
  const isThere = async () =>
    (await inspect(name, '{{.State.Health.Status}}')) === 'healthy' && (await readLog(name)).includes(text)
  if (await pollUntil(isThere, { intervalMs: 500, timeoutMs: startTimeoutMs })) {
    return (performance.now() - startedAt) / 1_000
  }
  throw new Error(`${name} did not become healthy with ${JSON.stringify(text)}:\n${await readLog(name)}`)
}

/** Runs the image until it refuses, and removes the container. */
export async function readRefusal(run: HomeRun): Promise<{ exitCode: number; lines: string[] }> {
  const { name, image, options = [], args = [] } = run
  const command = ['docker', 'run', '--rm', '--name', name, ...options, image, ...args]
  const { exitCode, stdout, stderr } = await runToEnd(command, { timeoutMs: startTimeoutMs })
  return { exitCode, lines: (stdout + stderr).split('\n').filter((line) => line.trim() !== '') }
}

/** Addresses on which anything in the container listens or receives, as `family:address:port`, without those of its loopback. */
export async function readOpenListeners(name: string): Promise<string[]> {
  const listing = await inside(name, ['cat', '/proc/net/tcp', '/proc/net/tcp6', '/proc/net/udp', '/proc/net/udp6'])
  const listening = new Set(['0A', '07'])
  return listing.split('\n').flatMap((line) => {
    const [, local = '', , state = ''] = line.trim().split(/\s+/)
    const [address = '', port = ''] = local.split(':')
    const isLoopback = address.endsWith('0100007F') || address === '00000000000000000000000001000000'
    return listening.has(state) && !isLoopback ? [`${address}:${Number.parseInt(port, 16)}`] : []
  })
}

/** Seconds that `docker stop` took, and the exit code of the container. */
export async function stopHome(name: string): Promise<{ seconds: number; exitCode: number }> {
  const startedAt = performance.now()
  await runCommand(['docker', 'stop', '--time', '60', name])
  const seconds = (performance.now() - startedAt) / 1_000
  return { seconds, exitCode: Number(await inspect(name, '{{.State.ExitCode}}')) }
}

/** Reads the numbers of a control group, whichever version of control groups the machine has. */
const memoryScript =
  'cd /sys/fs/cgroup/memory 2>/dev/null || cd /sys/fs/cgroup; cat memory.stat; echo kmem $(cat memory.kmem.usage_in_bytes 2>/dev/null || echo 0)'

/** Memory that a container cannot give back, MB: of its processes, shared and of the kernel for it, without the page cache. */
export async function readFixedMemoryMb(name: string): Promise<number> {
  const lines = (await inside(name, ['sh', '-c', memoryScript])).split('\n').map((line) => line.split(' '))
  const bytes = new Map(lines.map(([field = '', value]) => [field, Number(value)]))
  // The first names are those of version 1; there `rss` is what version 2 calls `anon`.
  const sum = (...fields: string[]) => fields.reduce((total, field) => total + (bytes.get(field) ?? 0), 0)
  const total = bytes.has('total_rss') ? sum('total_rss', 'total_shmem', 'kmem') : sum('anon', 'shmem', 'kernel')
  return total / 1e6
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import { SetupError } from '@hexawatt/dev/src/embedded/setup-error.ts'

/** The folder of the repository, in which programs run. */
export const root = join(import.meta.dir, '../../..')
const startTimeoutMs = 15_000

/** Maximum duration of an orderly stop before a program is killed, ms. */
const stopTimeoutMs = 5_000

/** Port and process of a server; the workers of a process are its children. */
export type Served = { port: number; pid: number }

type ServeOptions = {
  /** File for the standard error of the server. Absent: the standard error of this program. */
  stderrPath?: string | undefined
  /** Path that is answered with success when the server is ready. Absent: any answer will do. */
  readyPath?: string
}

/** The command that runs a script of this repository. */
export const buildScriptCommand = (script: string, ...args: readonly string[]): string[] => [
  process.execPath,
  '--no-env-file',
  script,
  ...args,
]

/** The programs that the benchmark starts; `stop` ends all of them. */
export function createChildPrograms() {
  const running = new Set<Bun.Subprocess>()

  function spawn(
    command: readonly string[],
    env: Record<string, string>,
    streams: { stdout: 'ignore' | 'pipe'; stderr?: Bun.BunFile },
  ) {
    const child = Bun.spawn([...command], {
      cwd: root,
      env: { PATH: Bun.env['PATH'] ?? '', ...env },
      stdin: 'ignore',
      stderr: 'inherit',
      ...streams,
    })
    running.add(child)
    void child.exited.then(() => running.delete(child))
    return child
  }

  return {
    /**
     * Starts a server and waits until it accepts requests on `port`.
     *
     * @throws SetupError when it does not start
     */
    async serve(
      command: readonly string[],
      env: Record<string, string>,
      port: number,
      { stderrPath, readyPath }: ServeOptions = {},
    ): Promise<Served> {
      const stderr = stderrPath === undefined ? {} : { stderr: Bun.file(stderrPath) }
      const child = spawn(command, env, { stdout: 'ignore', ...stderr })
      const isServing = () =>
        fetch(`http://127.0.0.1:${port}${readyPath ?? '/'}`).then(
          ({ ok }) => ok || readyPath === undefined,
          () => false,
        )
      const isDecided = async () => child.exitCode !== null || (await isServing())
      const decided = await pollUntil(isDecided, { intervalMs: 50, timeoutMs: startTimeoutMs })
      if (!decided || child.exitCode !== null) throw new SetupError(`Did not start: ${command.join(' ')}`)
      return { port, pid: child.pid }
    },
    /** Output of a program until it ends. @throws when it fails, or does not end in time */
    async output(command: readonly string[], timeoutMs: number): Promise<string> {
      const child = spawn(command, {}, { stdout: 'pipe' })
      const late = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
      const text = child.stdout instanceof ReadableStream ? await new Response(child.stdout).text() : ''
      const code = await child.exited
      clearTimeout(late)
      if (code !== 0) throw new Error(`${command[0]} ended with code ${code}: ${text}`)
      return text
    },
    /** Stops all running programs, or one server. */
    async stop(served?: Served): Promise<void> {
      const children = [...running].filter(({ pid }) => served === undefined || pid === served.pid)
      for (const child of children) child.kill('SIGTERM')
      const late = setTimeout(() => {
        for (const child of children) child.kill('SIGKILL')
      }, stopTimeoutMs)
      await Promise.all(children.map(({ exited }) => exited))
      clearTimeout(late)
    },
  }
}
export type ChildPrograms = ReturnType<typeof createChildPrograms>

/** Peak memory of a process by the kernel's count, MB; NaN outside Linux or when the process has ended. */
export async function readPeakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(status.match(/VmHWM:\s+(\d+) kB/)?.[1] ?? Number.NaN) / 1_024
}

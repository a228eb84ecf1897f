import { join } from 'node:path'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import { SetupError } from '@hexawatt/dev/src/embedded/setup-error.ts'

/** Body length of the stub upstream, bytes: a typical answer. */
export const bodyBytes = 2_048

const root = join(import.meta.dir, '../../..')
const startTimeoutMs = 15_000

/** Longest orderly stop before a program is killed, ms. */
const stopTimeoutMs = 5_000

/** Port and process of a server; the workers of a process are its children. */
export type Served = { port: number; pid: number }

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
     * @param stderrPath file for what it writes to stderr; this program's own stderr without it
     * @throws SetupError when it does not start
     */
    async serve(
      command: readonly string[],
      env: Record<string, string>,
      port: number,
      stderrPath?: string,
    ): Promise<Served> {
      const stderr = stderrPath === undefined ? {} : { stderr: Bun.file(stderrPath) }
      const child = spawn(command, env, { stdout: 'ignore', ...stderr })
      const isServing = () =>
        fetch(`http://127.0.0.1:${port}/`).then(
          () => true,
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

import { spawn } from 'node:child_process'

/** How long the programs that use a server may still write to it after their launcher was killed, seconds. */
const graceSeconds = 5

/** Waits for the end of standard input, whose other end the launcher holds, then signals the process. */
const script = 'read -r _; sleep "$3"; kill -s "$2" -- "$1" 2>/dev/null'

/**
 * Ends a process, or a process group (a negative number), when this process has ended, for whatever reason. PostgreSQL and Redis do not watch their standard input as the programs of the product do,
 * and would run on until the next start. The signal stops the server in order, so its data stay intact.
 *
 * @returns a function that ends the guard: for a process that has ended
 */
export function guardAgainstOrphan(pid: number, signal: NodeJS.Signals, seconds = graceSeconds): () => void {
  const words = [String(pid), signal.replace(/^SIG/, ''), String(seconds)]
  const guard = spawn('/bin/sh', ['-c', script, 'sh', ...words], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    // In a session of its own: Ctrl-C and a closed terminal must not end it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without a shell there is no guard: the next start removes the leftovers.
  guard.on('error', () => undefined)
  guard.stdin.on('error', () => undefined)
  return () => void guard.kill('SIGKILL')
}

import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'

/** How a command ended: with a code, or by a signal. */
export type Ending = { exitCode: number } | { signal: NodeJS.Signals }

/** Signals that are passed on. Other signals cannot be caught, or are meant for this process. */
const passedSignals: readonly NodeJS.Signals[] = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGUSR2']
/** Signals that a terminal also sends to the command when a key is pressed: passed on, they would arrive twice. */
const terminalSignals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT']

const notExecutable = 126
const notFound = 127

/** Runs a command with the input, output and environment of this process, and passes signals on until it ends. */
export async function runChild([file = '', ...args]: readonly string[], say: (line: string) => void): Promise<Ending> {
  const isOnTerminal = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY)
  let child: ChildProcess | null = null
  const passOn = (signal: NodeJS.Signals) => {
    const hasReceived = isOnTerminal && terminalSignals.includes(signal)
    if (!hasReceived) child?.kill(signal)
  }
  // Before the command runs: a signal that arrives early must not end only this process.
  for (const signal of passedSignals) process.on(signal, passOn)
  const started = spawn(file, args, { stdio: 'inherit' })
  child = started
  try {
    return await new Promise<Ending>((resolve) => {
      started.on('error', (error: NodeJS.ErrnoException) => {
        say(`${file} cannot be run: ${error.message}`)
        resolve({ exitCode: error.code === 'ENOENT' ? notFound : notExecutable })
      })
      started.on('exit', (code, signal) => resolve(signal === null ? { exitCode: code ?? notExecutable } : { signal }))
    })
  } finally {
    for (const signal of passedSignals) process.off(signal, passOn)
  }
}

/**
 * The exit code of an ending. A signal that ends programs ends this process too, as a shell expects after Ctrl-C; then this does not
 * return.
 */
export function exitCodeOf(ending: Ending): number {
  if ('exitCode' in ending) return ending.exitCode
  if (passedSignals.includes(ending.signal)) process.kill(process.pid, ending.signal)
  return 128 + constants.signals[ending.signal]
}

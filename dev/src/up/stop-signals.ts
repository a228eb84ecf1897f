import { isAlive, launcherPids } from './launchers.ts'

/** How often the launchers are looked at, ms. */
const launcherCheckMs = 500

/**
 * A signal that aborts when the user or the system wants this process to stop: Ctrl-C, SIGTERM, a closed terminal, or a
 * launcher that is gone (killing `npx` or `bun run` alone reaches nobody else). Later signals change nothing: the
 * orderly stop goes on.
 */
export function watchStopSignals(): AbortSignal {
  const controller = new AbortController()
  const stop = () => controller.abort()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // A closed terminal or pipe must not break the orderly stop through a failed write.
  process.stdout.on('error', () => undefined)
  process.stderr.on('error', () => undefined)
  void stopWithLaunchers(stop)
  return controller.signal
}

async function stopWithLaunchers(stop: () => void): Promise<void> {
  const launchers = await launcherPids()
  const check = () => launchers.every(isAlive) || stop()
  setInterval(check, launcherCheckMs).unref()
}

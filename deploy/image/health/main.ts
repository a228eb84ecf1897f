import { callDirectly } from '../../../shared/src/config/direct-calls.ts'

/** Longest a program may take to say that it lives, ms: less than what the engine grants the whole check. */
const timeoutMs = 2_000

/** Whether the program of this container answers on its internal port. */
function isAlive(port: string | undefined): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

callDirectly(Bun.env)
void isAlive(Bun.env['INTERNAL_PORT']).then((isUp) => process.exit(isUp ? 0 : 1))

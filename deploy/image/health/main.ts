import { resolve } from 'node:path'
import { readRunningInstallations } from '../../../dev/src/bootstrap/running-installations.ts'
import { callDirectly } from '../../../shared/src/config/direct-calls.ts'

const root = resolve(import.meta.dir, '../../..')

/** Longest a program may take to say that it lives, ms: less than what the engine grants the whole check. */
const timeoutMs = 2_000

/** Where the program of this container says that it lives: on its internal port, or, in the image for a home, the gateway of the running `up`; null = nowhere yet. */
function findHealthUrl(port: string | undefined): string | null {
  if (port) return `http://127.0.0.1:${port}/healthz`
  return readRunningInstallations(root)[0]?.healthUrl ?? null
}

function isAlive(url: string | null): Promise<boolean> {
  if (url === null) return Promise.resolve(false)
  return fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

callDirectly(Bun.env)
void isAlive(findHealthUrl(Bun.env['INTERNAL_PORT'])).then((isUp) => process.exit(isUp ? 0 : 1))

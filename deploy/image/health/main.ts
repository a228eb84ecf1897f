import { resolve } from 'node:path'
import { readRunningInstallations } from '../../../dev/src/bootstrap/running-installations.ts'
import { callDirectly } from '../../../shared/src/config/direct-calls.ts'

const root = resolve(import.meta.dir, '../../..')

/** Longest a program may take to say that it lives, ms: less than what the engine grants the whole check. */
const timeoutMs = 2_000

/**
 * Where the program of this container says that it lives: on its internal port, or, in the image for a home, the gateway of the running `up`, which chooses the
 * internal ports whatever the operator has set; null = nowhere yet.
 */
function findHealthUrl({
  UP_IMAGE: image,
  INTERNAL_PORT: port,
}: Readonly<Record<string, string | undefined>>): string | null {
  if (port && !image) return `http://127.0.0.1:${port}/healthz`
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
void isAlive(findHealthUrl(Bun.env)).then((isUp) => process.exit(isUp ? 0 : 1))

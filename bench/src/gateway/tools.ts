import { SetupError } from '@hexawatt/dev/src/embedded/setup-error.ts'

/** Programs that the benchmark finds on this machine and does not bring along. */
export type Tools = {
  wrk: string
  nginx: string
  /** Runs the Fastify peer: Node where there is one, which it was written for, else Bun. */
  fastifyRuntime: { name: 'node' | 'bun'; path: string }
}

/** @throws SetupError that says how to get what is missing */
export function findTools(): Tools {
  // Debian keeps servers in a folder that is on the administrator's path only.
  const searched = { PATH: `${Bun.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin` }
  const wrk = Bun.which('wrk', searched)
  const nginx = Bun.which('nginx', searched)
  if (wrk === null || nginx === null) {
    throw new SetupError(
      'The gateway benchmark needs wrk and nginx: install both ("apt-get install wrk nginx-light", "brew install wrk nginx") and run it again.',
    )
  }
  const node = Bun.which('node', searched)
  return {
    wrk,
    nginx,
    fastifyRuntime: node === null ? { name: 'bun', path: process.execPath } : { name: 'node', path: node },
  }
}

import { SetupError } from '@hexawatt/dev/src/embedded/setup-error.ts'

/** Programs that the benchmark needs on this machine. */
export type Tools = {
  wrk: string
  nginx: string
  /** Runs the Fastify peer: Node, for which Fastify is written; without Node, Bun. */
  fastifyRuntime: { name: 'node' | 'bun'; path: string }
}

/** @throws SetupError that says how to install what is missing */
export function findTools(): Tools {
  // Debian installs servers in a folder that is only on the administrator's path.
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

import { join } from 'node:path'
import { SetupError } from '@hexawatt/dev/src/embedded/setup-error.ts'

/**
 * The Fastify peer as one file of JavaScript, which Node can run: it reads no TypeScript.
 *
 * @returns the file's path
 */
export async function buildFastifyPeer(folder: string): Promise<string> {
  const built = await Bun.build({
    entrypoints: [join(import.meta.dir, 'fastify-peer.ts')],
    target: 'node',
    outdir: folder,
    naming: 'fastify-peer.mjs',
  })
  if (!built.success) throw new SetupError(`The Fastify peer could not be built: ${built.logs.join('\n')}`)
  return join(folder, 'fastify-peer.mjs')
}

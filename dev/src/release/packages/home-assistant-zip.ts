import { join } from 'node:path'
import { zipSync } from 'fflate'
import { type ReleaseContext, readRepositoryAddress, runStepCommand } from '../context/release-context.ts'
import { checkContents, contents } from './packed-files.ts'

/** Time of every file in the archive: the same files make the same bytes. ZIP knows no earlier year. */
const archiveTime = '1980-01-01T12:00:00'

/**
 * Packs the Home Assistant integration as HACS reads it: unpacked, it is the tree of a repository, or is copied by hand.
 *
 * @returns name of the file
 */
export async function packForHomeAssistant(context: ReleaseContext): Promise<string[]> {
  const { tree, folder, env, version } = context
  const target = join(tree, '.hexawatt/home-assistant')
  const address = await readRepositoryAddress(context.root)
  const command = [process.execPath, 'clients/home-assistant/write-release.ts', target]
  await runStepCommand([...command, ...(address === null ? [] : [address])], {
    folder: tree,
    env,
    remedy: 'Fix clients/home-assistant.',
  })
  const files = (await Array.fromAsync(new Bun.Glob('**/*').scan({ cwd: target, dot: true }))).toSorted()
  const name = `hexawatt-home-assistant-${version}.zip`
  checkContents(name, files, contents.homeAssistant)
  const entries = files.map(async (file) => [file, await Bun.file(join(target, file)).bytes()] as const)
  await Bun.write(join(folder, name), zipSync(Object.fromEntries(await Promise.all(entries)), { mtime: archiveTime }))
  return [name]
}

import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Operator } from '../pinned-versions.ts'
import { downloadModule, kubernetesPlace, Missing } from './go-modules.ts'

/** Files of definitions are named `GROUP_KINDS.yaml`; others of such a folder are not. */
const definitionFile = /^[\w.]+_[a-z]+\.yaml$/

/**
 * The definitions (CRDs) of an operator's objects. They come with its Go module; where the proxy does not serve it, the files of the release can be put
 * into the folder by hand.
 *
 * @returns the folder with the files
 * @throws Missing when they cannot be had
 */
export async function getDefinitions({ name, module, definitions }: Operator, version: string): Promise<string> {
  const folder = join(kubernetesPlace, 'definitions', `${name.toLowerCase().replaceAll(' ', '-')}-${version}`)
  if ((await readdir(folder).catch(() => [])).length > 0) return folder
  const unpacked = join(await unpack(module, version, folder), definitions)
  await mkdir(folder, { recursive: true })
  for (const file of await readdir(unpacked)) {
    if (definitionFile.test(file)) await copyFile(join(unpacked, file), join(folder, file))
  }
  return folder
}

async function unpack(module: string, version: string, folder: string): Promise<string> {
  try {
    return (await downloadModule(module, version)).folder
  } catch (error) {
    if (!(error instanceof Missing)) throw error
    throw new Missing(`${folder} has no definitions, and ${error.message}`)
  }
}

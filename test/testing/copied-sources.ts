import { cp, readdir, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dir, '../..')

/**
 * Copies the sources of the product into an empty folder, where a test may change them. The packages of the workspace come without what was
 * installed for them: their dependencies are links that hold in the copy too.
 */
export async function copySources(copy: string): Promise<void> {
  const { workspaces } = await Bun.file(join(root, 'package.json')).json()
  const roots = new Set<string>(workspaces.map((workspace: string) => workspace.split('/')[0]))
  for (const entry of await readdir(root, { withFileTypes: true })) {
    const isWanted = entry.isDirectory() ? roots.has(entry.name) : /\.(ts|json|toml)$/.test(entry.name)
    if (!isWanted) continue
    await cp(join(root, entry.name), join(copy, entry.name), { recursive: true, verbatimSymlinks: true })
  }
  // Texts that svc-web shows.
  await cp(join(root, 'docs/methodology'), join(copy, 'docs/methodology'), { recursive: true })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
}

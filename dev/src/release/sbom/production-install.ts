import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runToEnd } from '../../commands/run-command.ts'
import { type InstalledPackage, listInstalledPackages, listLinkedPackages } from './installed-packages.ts'

/** Packages that the install command of the Dockerfile puts into both images. */
export type ProductionInstall = {
  readonly packages: readonly InstalledPackage[]
  /** `name@version` of the packages that the workspaces themselves import. */
  readonly direct: readonly string[]
}

/**
 * Installs, in a temporary folder, the packages of the images by the same command as the Dockerfile, and reads them. Packages come from Bun's cache where
 * it has them, otherwise from the registry.
 *
 * @throws Error with the output of the installation when it fails
 */
export async function readProductionInstall(root: string): Promise<ProductionInstall> {
  const folder = await mkdtemp(join(tmpdir(), 'hexawatt-production-'))
  try {
    const { workspaces } = await Bun.file(join(root, 'package.json')).json()
    const manifests = workspaces.map((workspace: string) => `${workspace}/package.json`)
    for (const path of ['package.json', 'bun.lock', 'bunfig.toml', 'patches', ...manifests]) {
      await cp(join(root, path), join(folder, path), { recursive: true })
    }
    const flags = readInstallFlags(await Bun.file(join(root, 'Dockerfile')).text())
    const install = [process.execPath, 'install', ...flags, '--ignore-scripts']
    const { exitCode, stdout, stderr } = await runToEnd(install, { folder })
    if (exitCode !== 0) throw new Error(`The packages of the images could not be installed:\n${stdout}${stderr}`)
    const packages = await listInstalledPackages(folder)
    const linked = await Promise.all(workspaces.map((name: string) => listLinked(join(folder, name, 'node_modules'))))
    return { packages, direct: [...new Set(linked.flat())].sort() }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Flags of the one `bun install` that both images share. @throws Error when the Dockerfile has no such command */
export function readInstallFlags(dockerfile: string): string[] {
  const [, flags] = dockerfile.replaceAll('\\\n', ' ').match(/\bAS packages\n.*?\nRUN bun install ([^&\n]+)/s) ?? []
  if (flags === undefined) throw new Error('The Dockerfile has no `bun install` in its stage `packages`.')
  return flags.replaceAll("'", '').trim().split(/\s+/)
}

/** A workspace that is not installed has no such folder. */
async function listLinked(nodeModules: string): Promise<string[]> {
  return listLinkedPackages(nodeModules).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

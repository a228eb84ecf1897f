import { readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { type Licensed, licenceOf } from './licences.ts'

/** A package of an installation. */
export type InstalledPackage = Licensed & {
  /** Folder of its files. */
  readonly folder: string
  /** `name@version` of the packages that it loads. */
  readonly dependsOn: readonly string[]
}

/** `name@version`, by which the packages of an SBOM refer to each other. */
export const idOf = ({ name, version }: { name: string; version: string }): string => `${name}@${version}`

type Manifest = { name: string; version: string; license?: unknown; private?: boolean }

/**
 * Packages that Bun has installed below a folder, in order of their names, without this project's own. Bun's isolated installation has a folder for each
 * package, in which the packages that it depends on are links: what a package loads is therefore read, not calculated.
 */
export async function listInstalledPackages(root: string): Promise<InstalledPackage[]> {
  const store = join(root, 'node_modules/.bun')
  const entries = (await readdir(store)).filter((name) => name !== 'node_modules')
  const read = await Promise.all(
    entries.map(async (entry) => {
      const { folders, links } = await splitNodeModules(join(store, entry, 'node_modules'))
      const dependsOn = await listPublished(links)
      const manifests = await Promise.all(folders.map(readManifest))
      return manifests.map((manifest, index) => ({ manifest, folder: folders[index] ?? '', dependsOn }))
    }),
  )
  const packages = read.flat().filter(({ manifest }) => manifest.private !== true)
  // A package is installed once for each set of versions that it finds next to it.
  const byId = new Map(packages.map((found) => [idOf(found.manifest), found]))
  return [...byId.keys()].sort().flatMap((id) => {
    const found = byId.get(id)
    if (found === undefined) return []
    const { name, version, license } = found.manifest
    return [{ name, version, licence: licenceOf(name, license), folder: found.folder, dependsOn: found.dependsOn }]
  })
}

/** `name@version` of the packages, other than this project's own, that a folder's `node_modules` links to; in order. */
export async function listLinkedPackages(nodeModules: string): Promise<string[]> {
  return listPublished((await splitNodeModules(nodeModules)).links)
}

/** Paths of the packages in a `node_modules`: those that are there, and those that are links to another place. */
async function splitNodeModules(nodeModules: string): Promise<{ folders: string[]; links: string[] }> {
  const folders: string[] = []
  const links: string[] = []
  for (const entry of await readdir(nodeModules, { withFileTypes: true })) {
    const path = join(nodeModules, entry.name)
    if (entry.isSymbolicLink()) links.push(path)
    else if (entry.name.startsWith('@')) {
      const scope = await splitNodeModules(path)
      folders.push(...scope.folders)
      links.push(...scope.links)
    } else if (!entry.name.startsWith('.')) folders.push(path)
  }
  return { folders, links }
}

async function listPublished(links: readonly string[]): Promise<string[]> {
  const manifests = await Promise.all(links.map(async (link) => readManifest(await realpath(link))))
  return manifests
    .filter((manifest) => manifest.private !== true)
    .map(idOf)
    .sort()
}

async function readManifest(folder: string): Promise<Manifest> {
  return Bun.file(join(folder, 'package.json')).json()
}

import { join } from 'node:path'
import { listBunComponents, listPostgresComponents, npmPurl, readBaseImage, toNpmComponent } from './components.ts'
import { listDebianPackages } from './debian-packages.ts'
import type { Component, SbomParts } from './document.ts'
import { type InstalledPackage, idOf } from './installed-packages.ts'
import { listRefusedLicences } from './licences.ts'
import { readLockFile } from './lock-file.ts'
import { readProductionInstall } from './production-install.ts'

/** The images of a release, by the names that they are published under. */
type ImageName = 'hexawatt' | 'hexawatt-home'

/** Local names of built images. Without one, the SBOM has none of Debian's packages. */
export type BuiltImages = Readonly<Partial<Record<ImageName, string>>>

/**
 * Contents of both images: the packages that the Dockerfile installs, Bun and the embedded Postgres for both processors, Debian's packages.
 *
 * @throws Error when a package's licence is unknown or not allowed, or an image cannot be read
 */
export async function readImageParts(
  root: string,
  version: string,
  images: BuiltImages,
): Promise<Record<ImageName, Omit<SbomParts, 'at'>>> {
  const lock = await readLockFile(root)
  const { packages, direct } = await readProductionInstall(root)
  const refused = listRefusedLicences(packages)
  if (refused.length > 0) throw new Error(refused.join('\n'))
  const bunLock = await Bun.file(join(root, 'deploy/image/bun/package-lock.json')).json()
  const base = readBaseImage(await Bun.file(join(root, 'Dockerfile')).text())
  const npm = packages.map((found) => toNpmComponent(found, lock.integrities))
  const shared = [...npm, ...listBunComponents(bunLock), base]
  const edges = listEdges(packages)
  const roots = direct.map(toRef)

  async function partsOf(name: ImageName, own: readonly Component[]): Promise<Omit<SbomParts, 'at'>> {
    const image = images[name]
    const debian = image === undefined ? [] : await listDebianPackages(image)
    const components = [...shared, ...own, ...debian]
    const subject = describeImage(name, version)
    const others = components.slice(npm.length).map((component) => component['bom-ref'])
    const dependsOn = new Map([...edges, [subject['bom-ref'], [...roots, ...others]]])
    // Libraries that are linked into Bun and Postgres are not listed.
    return { subject, components, dependsOn, isComplete: false }
  }
  return {
    hexawatt: await partsOf('hexawatt', []),
    'hexawatt-home': await partsOf('hexawatt-home', listPostgresComponents(lock)),
  }
}

function describeImage(name: ImageName, version: string): Component {
  return {
    type: 'container',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    licenses: [{ expression: 'Apache-2.0' }],
  }
}

const listEdges = (packages: readonly InstalledPackage[]) =>
  packages.map((found): [string, string[]] => [toRef(idOf(found)), found.dependsOn.map(toRef)])

/** Reference of a package by its `name@version`. */
function toRef(id: string): string {
  const at = id.lastIndexOf('@')
  return npmPurl(id.slice(0, at), id.slice(at + 1))
}

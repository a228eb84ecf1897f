import { dirname, join, relative, resolve } from 'node:path'

const repositoryRoot = resolve(import.meta.dir, '../..')

/** Every test of every workspace: also those a folder's name would hide from the runner's own search. */
const testFiles = new Bun.Glob(
  '{shared,gateway,svc-carbon,svc-history,svc-ingest,svc-score,svc-web,analysis,clients,dev,test}/**/*.test.ts',
)

/** A file that imports this starts `up` as a process, of which only one may run at a time. */
const upSource = 'dev/test/testing/up-fixture.ts'

/** A file that imports one of these, directly or indirectly, may start a Postgres or a Redis or ask the runner for one. */
const storeSources = [
  'shared/src/testing/stores-fixture.ts',
  'dev/src/embedded/postgres.ts',
  'dev/src/embedded/redis.ts',
  upSource,
]

/** Folder of the drills on several servers of each kind: they measure, one at a time, and are no part of the other tests. */
export const drillsFolder = 'test/distributed'

/** Folder of the tests that run other people's programs against the product: they install from package registries, and are no part of the other tests. */
export const programsFolder = 'test/programs'

/** Folder of the tests that build images and start containers: they need an engine, and are no part of the other tests. */
export const containersFolder = 'test/containers'

/** Folder of the tests on a Kubernetes control plane, which takes minutes to build: a step of a release, and no part of the other tests. */
export const kubernetesFolder = 'test/kubernetes'

/** Paths from the root of the repository, in order, without the folders that are apart. */
export async function listTestFiles(): Promise<string[]> {
  const apart = [`${drillsFolder}/`, `${programsFolder}/`, `${containersFolder}/`, `${kubernetesFolder}/`]
  return (await testFilesIn('')).filter((file) => !apart.some((folder) => file.startsWith(folder)))
}

/** The drills, in order: paths from the root of the repository. */
export function listDrills(): Promise<string[]> {
  return testFilesIn(`${drillsFolder}/`)
}

/** The tests of programs, in order: paths from the root of the repository. */
export function listPrograms(): Promise<string[]> {
  return testFilesIn(`${programsFolder}/`)
}

/** The tests of containers, in order: paths from the root of the repository. */
export function listContainerTests(): Promise<string[]> {
  return testFilesIn(`${containersFolder}/`)
}

async function testFilesIn(folder: string): Promise<string[]> {
  const files = await Array.fromAsync(testFiles.scan({ cwd: repositoryRoot }))
  return files.filter((file) => file.startsWith(folder) && !file.includes('node_modules/')).sort()
}

/** Those of `files` (paths from the root of the repository) whose imports lead to no store. */
export async function selectWithoutStores(files: readonly string[]): Promise<string[]> {
  return (await byImport(files, storeSources)).others
}

/** `files` (paths from the root of the repository) by whether they start `up`. */
export async function splitByUp(files: readonly string[]): Promise<{ starting: string[]; others: string[] }> {
  const { leading, others } = await byImport(files, [upSource])
  return { starting: leading, others }
}

/** Those of `files` whose imports lead to the product that a run of programs starts once for all. */
export async function selectUsersOfProduct(files: readonly string[]): Promise<string[]> {
  return (await byImport(files, [`${programsFolder}/testing/product.ts`])).leading
}

/** `files` by whether their imports lead, however far away, to one of the sources. */
async function byImport(files: readonly string[], sources: readonly string[]) {
  const importsOf = new Map<string, Promise<string[]>>()
  async function leadsToSource(file: string, seen: Set<string>): Promise<boolean> {
    if (sources.includes(file)) return true
    if (seen.has(file)) return false
    seen.add(file)
    for (const target of await importsOf.getOrInsertComputed(file, readImports)) {
      if (await leadsToSource(target, seen)) return true
    }
    return false
  }
  const lead = await Promise.all(files.map((file) => leadsToSource(file, new Set())))
  return { leading: files.filter((_, index) => lead[index]), others: files.filter((_, index) => !lead[index]) }
}

const transpiler = new Bun.Transpiler({ loader: 'ts' })

/** Files of this repository that a file imports, types left out. */
async function readImports(file: string): Promise<string[]> {
  const path = join(repositoryRoot, file)
  if (!path.endsWith('.ts')) return []
  return transpiler
    .scanImports(await Bun.file(path).text())
    .filter(({ path: specifier }) => /^(\.|@hexawatt\/)/.test(specifier))
    .map(({ path: specifier }) => relative(repositoryRoot, Bun.resolveSync(specifier, dirname(path))))
}

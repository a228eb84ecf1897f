import { afterAll, expect, test } from 'bun:test'
import { cp, lstat, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { installPackages } from './packages.ts'

const repositoryRoot = resolve(import.meta.dir, '../../..')
/** Not in memory: the packages of both sets are some hundred megabytes. */
const root = await mkdtemp(join(tmpdir(), 'hexawatt-install-'))
afterAll(() => rm(root, { recursive: true, force: true }))

const { workspaces }: { workspaces: string[] } = await Bun.file(join(repositoryRoot, 'package.json')).json()
const up = 'dev/src/up/main.ts'

/** Makes a clone of the checkout that holds only the files that an installation reads. */
async function makeClone(): Promise<void> {
  const manifests = workspaces.map((folder) => `${folder}/package.json`)
  for (const path of ['package.json', 'bun.lock', 'bunfig.toml', 'patches', ...manifests]) {
    await cp(join(repositoryRoot, path), join(root, path), { recursive: true })
  }
}

async function installedMegabytes(): Promise<number> {
  let blocks = 0
  const counted = new Set<number>()
  for (const name of await readdir(join(root, 'node_modules'), { recursive: true })) {
    const { ino, blocks: ofFile } = await lstat(join(root, 'node_modules', name))
    if (!counted.has(ino)) blocks += ofFile
    counted.add(ino)
  }
  return (blocks * 512) / 2 ** 20
}

/** Files of the product and its commands that import a package which is not installed, with the package. */
async function missingImports(): Promise<string[]> {
  const sources = new Bun.Glob('{gateway,svc-*,shared,dev,analysis,clients/typescript}/src/**/*.ts')
  const transpiler = new Bun.Transpiler({ loader: 'ts' })
  const missing: string[] = []
  for await (const file of sources.scan({ cwd: repositoryRoot })) {
    if (/\.test\.ts$|\/testing\/|node_modules|\/browser\//.test(file)) continue
    for (const { path } of transpiler.scanImports(await Bun.file(join(repositoryRoot, file)).text())) {
      if (/^(\.|node:|bun\b|@hexawatt\/)/.test(path)) continue
      const folder = join(root, workspaces.find((name) => file.startsWith(`${name}/`)) ?? '')
      if (!isInstalled(path, folder)) missing.push(`${file}: ${path}`)
    }
  }
  return missing
}

function isInstalled(name: string, folder: string): boolean {
  try {
    return Bun.resolveSync(name, folder) !== ''
  } catch {
    return false
  }
}

const hasTypeChecker = () => Bun.file(join(root, 'node_modules/typescript/package.json')).exists()

test('`up` installs at most 200 MB, what the product and its commands import; `verify` adds the rest, and a later `up` keeps it', async () => {
  await makeClone()
  installPackages(root, up)
  expect(await installedMegabytes()).toBeLessThan(200)
  expect(await missingImports()).toEqual([])
  expect(await hasTypeChecker()).toBe(false)
  installPackages(root, 'dev/src/verify.ts')
  expect(await hasTypeChecker()).toBe(true)
  installPackages(root, up)
  // As after a change of the lock file.
  await writeFile(join(root, 'node_modules/.hexawatt-lock'), 'older')
  installPackages(root, up)
  expect(await hasTypeChecker()).toBe(true)
  expect(dirname(Bun.resolveSync('fastify', join(root, 'bench')))).toContain('fastify')
})

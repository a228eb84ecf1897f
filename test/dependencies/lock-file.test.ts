import { expect, test } from 'bun:test'
import { join } from 'node:path'
import lock from '../../bun.lock' with { type: 'jsonc' }
import manifest from '../../package.json' with { type: 'json' }

const root = join(import.meta.dir, '../..')

type Details = { optionalDependencies?: Record<string, string>; hasInstallScript?: boolean }

/** Every locked package: its place in the tree, `name@version`, and what the lock file says of it. */
const packages = Object.entries(lock.packages).map(([place, entry]) => {
  const [id = '', ...rest] = entry as readonly unknown[]
  const details = rest.find((part): part is Details => typeof part === 'object' && part !== null)
  return { place, id: String(id), name: String(id).replace(/@[^@]*$/, ''), details: details ?? {} }
})

/** Optional packages whose install script Bun never runs, because `trustedDependencies` does not name them. */
const untrusted = ['msgpackr-extract']

test('no locked package has an install script, except the trusted ones and those that are named here and never run', () => {
  const withScript = new Set(packages.filter(({ details }) => details.hasInstallScript).map(({ name }) => name))
  expect([...withScript].sort()).toEqual([...manifest.trustedDependencies, ...untrusted].sort())
})

test('swagger-ui-dist finds an empty package where its install telemetry was', async () => {
  const telemetry = packages.filter(({ name }) => name === '@scarf/scarf').map(({ id }) => id)
  expect(telemetry).toEqual(['@scarf/scarf@file:patches/no-telemetry'])
  const folder = join(root, 'patches/no-telemetry')
  expect([...new Bun.Glob('**/*').scanSync({ cwd: folder, dot: true })]).toEqual(['package.json'])
  const stated = await Bun.file(join(folder, 'package.json')).json()
  expect(Object.keys(stated).sort()).toEqual(['description', 'license', 'name', 'private', 'version'])
})

// An update on one system once left out the packages of all others, so that a developer on a Mac had no Biome.
test('the lock file has the packages of every system, not only of the one that wrote it', () => {
  const names = new Set(packages.map(({ name }) => name))
  const missing = packages.flatMap(({ id, details }) =>
    Object.keys(details.optionalDependencies ?? {})
      .filter((name) => !names.has(name))
      .map((name) => `${id} → ${name}`),
  )
  expect(missing).toEqual([])
})

test('the packages that `bun audit --production` asks about are the shipped ones: other workspaces have only development packages', () => {
  const shipped = /^(shared|gateway|svc-\w+|dev)$/
  const others = Object.entries<{ dependencies?: Record<string, string> }>(lock.workspaces).filter(
    ([folder]) => !shipped.test(folder),
  )
  expect(others.map(([folder]) => folder)).toContain('test')
  const foreign = others.flatMap(([folder, { dependencies = {} }]) =>
    Object.keys(dependencies)
      .filter((name) => !name.startsWith('@hexawatt/'))
      .map((name) => `${folder} → ${name}`),
  )
  expect(foreign).toEqual([])
})

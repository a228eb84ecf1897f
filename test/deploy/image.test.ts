import { describe, expect, test } from 'bun:test'
import { existsSync, statSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { scripts } from '../../deploy/image/programs.ts'
import { readText, root } from './testing/deploy-files.ts'
import { imageSettings } from './testing/program-settings.ts'

type Manifest = {
  version: string
  workspaces: string[]
  dependencies?: Record<string, string>
}

const dockerfile = await readText('Dockerfile')
const ignored = (await readText('.dockerignore')).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
const manifestOf = async (folder: string): Promise<Manifest> => JSON.parse(await readText(join(folder, 'package.json')))
const manifest = await manifestOf('.')

/** Folders and files that the build may see. */
const included = ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
const excluded = ignored.filter((line) => !line.startsWith('!') && line !== '*').map((line) => new Bun.Glob(line))

function isInContext(path: string): boolean {
  const isIncluded = included.some((entry) => path === entry || path.startsWith(`${entry}/`))
  const folders = path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))
  return isIncluded && !folders.some((folder) => excluded.some((glob) => glob.match(folder)))
}

const sources = [
  ...new Bun.Glob('{shared,gateway,svc-carbon,svc-history,svc-ingest,svc-score,svc-web,dev,deploy}/**/*.ts').scanSync({
    cwd: root,
  }),
].filter(isInContext)

/** Imports of each file in the image at run time, without types. */
const transpiler = new Bun.Transpiler({ loader: 'ts' })
const imports = await Promise.all(
  sources.map(async (path) => ({
    path,
    specifiers: transpiler
      .scanImports((await readText(path)).replace(/^#!.*/, ''))
      .map(({ path: specifier }) => specifier),
  })),
)

describe('the image holds what it runs', () => {
  test('only named files enter the image, and no secret, test or recording', () => {
    expect(ignored[0]).toBe('*')
    for (const path of [
      '.env',
      '.git/config',
      'test/replay.test.ts',
      'gateway/src/main.test.ts',
      'shared/data/a.csv',
    ]) {
      expect(`${path} ${isInContext(path)}`).toBe(`${path} false`)
    }
  })

  test('every script of the image’s command is in the image', () => {
    expect(
      Object.values(scripts)
        .map((script) => script.split(' ')[0] ?? '')
        .filter((path) => !existsSync(join(root, path)) || !isInContext(path)),
    ).toEqual([])
  })

  test('no file in the image imports a file outside of it', () => {
    expect(sources.length).toBeGreaterThan(300)
    const missing = imports.flatMap(({ path, specifiers }) =>
      specifiers
        .map((specifier) => localPath(path, specifier))
        .filter((target) => target !== null && !isInContext(target))
        .map((target) => `${path} → ${target}`),
    )
    expect(missing).toEqual([])
  })

  test('the texts that svc-web reads from the documents are in the image, and no other document', () => {
    const documents = [...new Bun.Glob('docs/**/*.md').scanSync({ cwd: root })].filter(isInContext)
    expect(documents.sort()).toEqual(['docs/methodology/comprendre.md', 'docs/methodology/understand.md'])
  })

  test('every imported package is part of a production install', async () => {
    const undeclared = await Promise.all(
      imports.map(async ({ path, specifiers }) => {
        const { dependencies = {} } = path.startsWith('deploy/') ? {} : await manifestOf(path.split('/', 1)[0] ?? '')
        return specifiers
          .filter(isPackage)
          .filter((name) => !(packageName(name) in dependencies))
          .map((name) => `${path} → ${name}`)
      }),
    )
    expect(undeclared.flat()).toEqual([])
  })

  test('the image’s command is executable', async () => {
    expect(statSync(join(root, 'deploy/image/main.ts')).mode & 0o111).toBe(0o111)
    expect(await readText('deploy/image/main.ts')).toStartWith('#!/usr/bin/env bun\n')
  })
})

describe('the Dockerfile follows the repository', () => {
  test('the Dockerfile copies the manifest of every workspace for the install', () => {
    const copied = [...dockerfile.matchAll(/^COPY (\S+)\/package\.json \1\/$/gm)].map((match) => match[1])
    expect(copied.sort()).toEqual(manifest.workspaces.toSorted())
    expect(manifest.workspaces.filter((workspace) => !isInContext(`${workspace}/package.json`))).toEqual([])
  })

  test('the image runs the repository’s Bun version on Debian', () => {
    const bases = [...dockerfile.matchAll(/^FROM ([^\s@]+)/gm)].map((match) => match[1])
    expect(bases.slice(1)).toEqual(['debian:bookworm-slim', 'runtime', 'packages', 'packages', 'runtime', 'runtime'])
    expect(dockerfile).toContain('COPY --from=bun /usr/local/bin/bun /usr/local/bin/bun\n')
    expect(dockerfile).toContain(`org.opencontainers.image.version="${manifest.version}"`)
  })

  test('programs in the image listen to other containers', async () => {
    expect(await imageSettings()).toMatchObject({ HOST: '0.0.0.0', INTERNAL_HOST: '0.0.0.0' })
  })

  test('the image runs its command as the first process, as an unprivileged numeric user', () => {
    expect(dockerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
    expect(dockerfile).toMatch(/^ENTRYPOINT \["hexawatt"\]$/m)
    expect(dockerfile).toMatch(/^HEALTHCHECK .* CMD \["hexawatt", "health"\]$/m)
  })
})

test('the command lists the known programs if it is asked for an unknown one', async () => {
  const child = Bun.spawn([process.execPath, join(root, 'deploy/image/main.ts'), 'toString'], { stderr: 'pipe' })
  expect(await new Response(child.stderr).text()).toContain('gateway, svc-carbon')
  expect(await child.exited).toBe(2)
})

test('a program in the image gets its own arguments', async () => {
  const child = Bun.spawn([process.execPath, join(root, 'deploy/image/main.ts'), 'keys', '--help'], { stdout: 'pipe' })
  expect(await new Response(child.stdout).text()).toContain('keys create')
  expect(await child.exited).toBe(0)
})

test('the health check fails if no program answers, and passes if it does', async () => {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: { '/healthz': new Response('ok') },
    fetch: () => new Response(null, { status: 404 }),
  })
  const healthOf = (port: number) =>
    Bun.spawn([process.execPath, join(root, 'deploy/image/main.ts'), 'health'], {
      env: { ...Bun.env, INTERNAL_PORT: String(port) },
    }).exited
  expect(await healthOf(server.port ?? 0)).toBe(0)
  const { port } = server
  await server.stop(true)
  expect(await healthOf(port ?? 0)).toBe(1)
})

test('the health check of the image for a home asks the running `up`, also if INTERNAL_PORT is set', async () => {
  let asked = 0
  const answer = () => {
    asked += 1
    return new Response('ok')
  }
  using server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer })
  await Bun.spawn([process.execPath, join(root, 'deploy/image/main.ts'), 'health'], {
    env: { ...Bun.env, UP_IMAGE: 'home', INTERNAL_PORT: String(server.port) },
  }).exited
  expect(asked).toBe(0)
})

/** Path of a file of this repository that is imported; null for a package. */
function localPath(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return join(from, '..', specifier)
  const shared = specifier.match(/^@hexawatt\/shared\/(.+)$/)
  return shared === null ? null : `shared/src/${shared[1]}.ts`
}

function isPackage(specifier: string): boolean {
  return !specifier.startsWith('.') && !/^(bun|node)(:|$)/.test(specifier) && !builtinModules.includes(specifier)
}

function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

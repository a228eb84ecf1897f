import { describe, expect, test } from 'bun:test'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { addDigests, imageFiles, readImages } from '../../deploy/base-images/pin.ts'
import { readText, root } from './testing/deploy-files.ts'

const images = await readImages(root)
const texts = await Promise.all(imageFiles.map(readText))

/** Images named in a file, except the product's own image and earlier build stages. */
function imagesIn(text: string): string[] {
  const stages = new Set([...text.matchAll(/^FROM \S+ AS (\S+)/gm)].map(([, stage]) => stage))
  const named = [...text.matchAll(/^\s*(?:- )?(?:FROM|image:) (\S+)/gm)].map(([, image = '']) => image)
  return named.filter((image) => !/^(\$\{HEXAWATT_IMAGE:-)?hexawatt/.test(image) && !stages.has(image))
}

/** A digest of the right form. */
const digestOf = (image: string) => `sha256:${new Bun.CryptoHasher('sha256').update(image).digest('hex')}`

/** A pin as the command writes it. */
const pinOf = (digest: string) => ({ digest, readOn: '2026-11-22', readFrom: ['the registry'] })

describe('images that are not built here', () => {
  test('external images are named by digest in every file of the deployment, and are the ones of the single list', async () => {
    const manifests = new Bun.Glob('deploy/**/{*.yaml,*.yml,Dockerfile}').scanSync({ cwd: root })
    const files = ['Dockerfile', 'docker-compose.yml', ...manifests]
    const named = (await Promise.all(files.map(readText))).flatMap(imagesIn)
    expect(named.filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image))).toEqual([])
    expect(new Set(named)).toEqual(new Set(Object.entries(images).map(([image, { digest }]) => `${image}@${digest}`)))
    // The command writes into all files that name one.
    expect(new Set(texts.flatMap(imagesIn))).toEqual(new Set(named))
    for (const text of texts) expect(addDigests(text, images)).toBe(text)
  })

  test('external images have a version tag and a digest that two repositories, or the registry, confirm', () => {
    for (const [image, { digest, readOn, readFrom }] of Object.entries(images)) {
      expect(image).toMatch(/^[a-z0-9/.-]+:(\d|bookworm)[\w.-]*$/)
      expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/)
      expect(readOn).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      const repositories = new Set(readFrom.map((place) => place.split(': ', 1)[0]))
      expect(repositories.size).toBeGreaterThanOrEqual(repositories.has('the registry') ? 1 : 2)
    }
  })
})

describe('the Dockerfile fetches nothing that is not pinned', () => {
  test('the Dockerfile fetches only by commands that follow a lock file, and for the image of a home two signed packages of Debian', async () => {
    const dockerfile = await readText('Dockerfile')
    const commands = [...dockerfile.matchAll(/^(?:RUN|ADD) (?:.*\\\n)*.*/gm)]
      .flatMap(([text]) => text.replaceAll('\\\n', ' ').split('&&'))
      .map((command) => command.replace(/\s+/g, ' ').trim().replace(/^RUN /, ''))
    const fetching = commands.filter(
      (command) => !/^(install|useradd|ln|rm|find|mkdir|cp|\(cd|bun scripts\/|bun deploy\/) ?/.test(command),
    )
    expect(fetching.map((command) => command.split(' ').slice(0, 3).join(' '))).toEqual([
      'npm ci --ignore-scripts',
      'bun install --frozen-lockfile',
      'bun install --frozen-lockfile',
      'apt-get update',
      'apt-get install --yes',
    ])
    expect(dockerfile).toContain('apt-get install --yes --no-install-recommends redis-server tini \\\n')
  })

  test('the Dockerfile pins this repository’s Bun version with a sha512 for each processor', async () => {
    const { devDependencies } = JSON.parse(await readText('package.json'))
    const { packages } = JSON.parse(await readText('deploy/image/bun/package-lock.json'))
    const { '': wanted, ...locked } = packages
    const { name, ...declared } = JSON.parse(await readText('deploy/image/bun/package.json'))
    expect(wanted).toEqual({ name, optionalDependencies: declared.optionalDependencies })
    expect(Object.keys(locked).sort()).toEqual([
      'node_modules/@oven/bun-linux-aarch64',
      'node_modules/@oven/bun-linux-x64',
    ])
    for (const { version, integrity } of Object.values<{ version: string; integrity: string }>(locked)) {
      expect(version).toBe(devDependencies['bun-types'])
      expect(integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/)
    }
  })
})

test('the check finds every image name with its digest, and nothing else', () => {
  const pinned = { 'redis:7': pinOf(digestOf('redis:7')) }
  const text = 'image: redis:7\nimage: redis:7.4\nimage: example.org/redis:7\nFROM redis:7 AS x\n'
  const expected = `image: redis:7@${digestOf('redis:7')}\nimage: redis:7.4\nimage: example.org/redis:7\nFROM redis:7@${digestOf('redis:7')} AS x\n`
  expect(addDigests(text, pinned)).toBe(expected)
  expect(addDigests(expected, pinned)).toBe(expected)
  expect(addDigests(expected, { 'redis:7': pinOf(digestOf('newer')) })).toContain(
    `image: redis:7@${digestOf('newer')}\n`,
  )
})

/** Runs the command on a copy of the files, with a registry that a script in place of `docker` stands for. */
async function pinCopy(docker: string) {
  const folder = await mkdtemp(join(tmpdir(), 'image-digests-'))
  const names = [...imageFiles, 'deploy/base-images/images.json']
  for (const name of names) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await Bun.write(join(folder, name), await readText(name))
  }
  await Bun.write(join(folder, 'bin/docker'), `#!/bin/sh\n${docker}\n`)
  await chmod(join(folder, 'bin/docker'), 0o755)
  const child = Bun.spawn([process.execPath, join(root, 'deploy/base-images/pin.ts')], {
    cwd: folder,
    env: { PATH: `${folder}/bin:/usr/bin:/bin` },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [exitCode, error] = await Promise.all([child.exited, child.stderr.text()])
  const written = await Promise.all(names.map((name) => Bun.file(join(folder, name)).text()))
  const list = await readImages(folder)
  await rm(folder, { recursive: true })
  return { exitCode, error, written, list }
}

test('the command asks the registry for every tag, and writes the digests into the list and the files', async () => {
  const { exitCode, written, list } = await pinCopy(`printf sha256:; printf %s "$4" | sha256sum | cut -d' ' -f1`)
  expect(exitCode).toBe(0)
  const pins = Object.keys(images).map((image) => [
    image,
    { ...pinOf(digestOf(image)), readOn: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) },
  ])
  expect(list).toEqual(Object.fromEntries(pins))
  const named = written.slice(0, imageFiles.length).flatMap(imagesIn)
  expect(new Set(named)).toEqual(new Set(Object.keys(images).map((image) => `${image}@${digestOf(image)}`)))
})

test.each([
  ['no registry is reached', 'echo "no such host" >&2; exit 1', 'no such host'],
  ['what is answered is no digest', 'echo sha256:abc', 'sha256:abc'],
])('if %s, the command says so and changes nothing', async (_name, docker, reason) => {
  const { exitCode, error, written } = await pinCopy(docker)
  expect(exitCode).toBe(1)
  expect(error).toContain(reason)
  expect(written.slice(0, imageFiles.length)).toEqual(texts)
})

import { describe, expect, test } from 'bun:test'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { imageFiles, readImages, withDigests } from '../../deploy/base-images/pin.ts'
import { readText, root } from './testing/deploy-files.ts'

const images = await readImages(root)
const texts = await Promise.all(imageFiles.map(readText))

/** What a file names as an image, but our own and the names of build stages. */
function imagesIn(text: string): string[] {
  const named = [...text.matchAll(/^\s*(?:FROM|image:) (\S+)/gm)].map(([, image = '']) => image)
  return named.filter((image) => !image.startsWith('hexawatt'))
}

/** A digest of the right form. */
const digestOf = (image: string) => `sha256:${new Bun.CryptoHasher('sha256').update(image).digest('hex')}`

describe('images that are not built here', () => {
  test('are those of the one list, in every file, with the digests that stand there', () => {
    const expected = new Set(
      Object.entries(images).map(([image, digest]) => (digest === null ? image : `${image}@${digest}`)),
    )
    expect(new Set(texts.flatMap(imagesIn))).toEqual(expected)
    for (const text of texts) expect(withDigests(text, images)).toBe(text)
  })

  test('have a tag that says which version, and a digest of the right form where they have one', () => {
    for (const [image, digest] of Object.entries(images)) {
      expect(image).toMatch(/^[a-z0-9/.-]+:\d[\w.-]*$/)
      if (digest !== null) expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/)
    }
  })
})

test('an image is named with its digest wherever it is named, and nothing else is', () => {
  const pinned = { 'redis:7': digestOf('redis:7') }
  const text = 'image: redis:7\nimage: redis:7.4\nimage: example.org/redis:7\nFROM redis:7 AS x\n'
  const expected = `image: redis:7@${digestOf('redis:7')}\nimage: redis:7.4\nimage: example.org/redis:7\nFROM redis:7@${digestOf('redis:7')} AS x\n`
  expect(withDigests(text, pinned)).toBe(expected)
  expect(withDigests(expected, pinned)).toBe(expected)
  expect(withDigests(expected, { 'redis:7': digestOf('newer') })).toContain(`image: redis:7@${digestOf('newer')}\n`)
  expect(withDigests(expected, { 'redis:7': null })).toBe(text)
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

test('the command asks for every tag, and writes what it hears into the list and the files', async () => {
  const { exitCode, written, list } = await pinCopy(`printf sha256:; printf %s "$4" | sha256sum | cut -d' ' -f1`)
  expect(exitCode).toBe(0)
  expect(list).toEqual(Object.fromEntries(Object.keys(images).map((image) => [image, digestOf(image)])))
  const named = written.slice(0, imageFiles.length).flatMap(imagesIn)
  expect(new Set(named)).toEqual(new Set(Object.keys(images).map((image) => `${image}@${digestOf(image)}`)))
})

test.each([
  ['no registry is reached', 'echo "no such host" >&2; exit 1', 'no such host'],
  ['what is answered is no digest', 'echo sha256:abc', 'sha256:abc'],
])('where %s the command says so and changes nothing', async (_name, docker, reason) => {
  const { exitCode, error, written } = await pinCopy(docker)
  expect(exitCode).toBe(1)
  expect(error).toContain(reason)
  expect(written.slice(0, imageFiles.length)).toEqual(texts)
})

import { describe, expect, test } from 'bun:test'
import { cp, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { makeTemporaryFolder } from '../../embedded/test-servers.ts'
import { ReleaseError } from '../context/release-error.ts'
import { compareVersions, parseVersion, requireNextVersion } from './semantic-version.ts'
import { readProjectVersion, readStatedVersions, writeVersion } from './version-places.ts'

const root = join(import.meta.dir, '../../../..')
const stated = await readStatedVersions(root)
const version = await readProjectVersion(root)

/** A folder with a copy of every place of the version. */
async function copyPlaces(): Promise<string> {
  const copy = await makeTemporaryFolder()
  closeAtEnd(() => rm(copy, { recursive: true, force: true }))
  for (const path of Object.keys(stated)) {
    await mkdir(dirname(join(copy, path)), { recursive: true })
    await cp(join(root, path), join(copy, path))
  }
  return copy
}

describe('the version of the project', () => {
  test('every place states the version of package.json', () => {
    const different = Object.entries(stated).filter(
      ([, found]) => found.length === 0 || found.some((one) => one !== version),
    )
    expect(different).toEqual([])
  })

  // The texts of the release itself have versions as examples.
  test('no other file of the repository names the version of a Hexawatt', async () => {
    const named = new RegExp(`hexawatt[\\w./-]*(==|[:@ -])${version.replaceAll('.', '\\.')}(?![\\w.]*\\d)`, 'i')
    const listed = Bun.spawnSync(['git', 'ls-files'], { cwd: root }).stdout.toString().trim().split('\n')
    const read = listed
      .filter(
        (path) =>
          /\.(ts|py|md|json|toml|ya?ml|lock)$|Dockerfile/.test(path) &&
          !/CHANGELOG|recordings\/|^dev\/src\/release\//.test(path),
      )
      .map(async (path) => ({
        path,
        text: await Bun.file(join(root, path))
          .text()
          .catch(() => ''),
      }))
    const naming = (await Promise.all(read)).filter(({ text }) => named.test(text)).map(({ path }) => path)
    expect(naming.filter((path) => stated[path] === undefined)).toEqual([])
    expect(naming.length).toBeGreaterThan(4)
  })

  test('a workspace has a version only where a place of the release writes it', async () => {
    const { workspaces }: { workspaces: string[] } = await Bun.file(join(root, 'package.json')).json()
    const manifests = workspaces.map(async (folder) => ({
      folder,
      manifest: await Bun.file(join(root, folder, 'package.json')).json(),
    }))
    const wrong = (await Promise.all(manifests)).filter(
      ({ folder, manifest }) => (stated[`${folder}/package.json`] === undefined) !== (manifest.version === undefined),
    )
    expect(wrong.map(({ folder }) => folder)).toEqual([])
  })

  test('writing a version changes every place and nothing else, and writing it again changes nothing', async () => {
    const copy = await copyPlaces()
    expect(await writeVersion(copy, '98.76.54')).toBe(Object.keys(stated).length)
    expect(new Set(Object.values(await readStatedVersions(copy)).flat())).toEqual(new Set(['98.76.54']))
    expect(await writeVersion(copy, '98.76.54')).toBe(0)
    for (const path of Object.keys(stated)) {
      const [before, after] = await Promise.all([root, copy].map((folder) => Bun.file(join(folder, path)).text()))
      expect(after?.replaceAll('98.76.54', version)).toBe(before)
    }
  })

  test('a file that lost its version ends the step before anything is written', async () => {
    const copy = await copyPlaces()
    await Bun.write(join(copy, 'Dockerfile'), 'FROM scratch\n')
    await expect(writeVersion(copy, '98.76.54')).rejects.toThrow('Dockerfile states no version.')
    expect(await readProjectVersion(copy)).toBe(version)
  })
})

describe('a version that is asked for', () => {
  test.each(['1.2', '1.2.3.4', '01.2.3', '1.2.3-rc.1', 'v1.2.3', '', '1.2.x'])('%p is refused', (text) => {
    expect(parseVersion(text)).toBeNull()
    expect(() => requireNextVersion('1.2.3', text)).toThrow(ReleaseError)
  })

  test.each(['1.2.4', '1.3.0', '2.0.0'])('%p follows 1.2.3', (next) => {
    expect(requireNextVersion('1.2.3', next)).toBeUndefined()
  })

  test.each(['1.2.3', '1.2.2', '0.9.9', '1.2.5', '1.3.1', '1.4.0', '2.0.1', '3.0.0'])(
    '%p does not follow 1.2.3',
    (next) => {
      expect(() => requireNextVersion('1.2.3', next)).toThrow(`${next} does not follow 1.2.3.`)
    },
  )

  test('versions are ordered by their numbers, not by their texts', () => {
    const sorted = ['1.10.0', '1.9.0', '0.99.0', '1.9.10', '1.9.9'].toSorted((a, b) =>
      compareVersions(parseVersion(a) ?? [0, 0, 0], parseVersion(b) ?? [0, 0, 0]),
    )
    expect(sorted).toEqual(['0.99.0', '1.9.0', '1.9.9', '1.9.10', '1.10.0'])
  })
})

import { describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { zipSync } from 'fflate'
import { makeTemporaryFolder } from '../../embedded/test-servers.ts'
import { nameRepository } from './npm-packages.ts'
import { type Contents, checkContents, contents, listPackedFiles } from './packed-files.ts'

const kinds: Readonly<Record<string, Contents>> = contents

const root = join(import.meta.dir, '../../../..')

test.each([
  ['typescript', 'npm install @hexawatt/client'],
  ['node-red', 'npm install @hexawatt/node-red'],
  ['python', 'pip install hexawatt'],
])(
  'the page of the published package %s says how it is installed, and not that it is unpublished',
  async (folder, command) => {
    const page = await Bun.file(join(root, 'clients', folder, 'README.md')).text()
    expect(page).toContain(command)
    expect(page).not.toMatch(/not (published|on (npm|PyPI))/i)
  },
)

test('the manifest of a package names the repository that built it, which npm compares with the provenance', () => {
  const manifest = { name: '@hexawatt/client' }
  expect(nameRepository(manifest, null, 'clients/typescript')).toEqual(manifest)
  expect(nameRepository(manifest, 'https://github.com/OWNER/NAME', 'clients/typescript')).toEqual({
    name: '@hexawatt/client',
    repository: { type: 'git', url: 'git+https://github.com/OWNER/NAME.git', directory: 'clients/typescript' },
  })
})

describe('what a package may hold', () => {
  test.each(Object.keys(kinds))('%s: secrets, tools, tests of others and paths upwards are refused', (kind) => {
    const mayHold = kinds[kind]
    if (mayHold === undefined) throw new Error(kind)
    const root = { client: 'package/', nodeRed: 'package/', sourceDistribution: 'hexawatt-1.0.0/' }[kind] ?? ''
    for (const file of [
      '.env',
      '.npmrc',
      'node_modules/x/index.js',
      'src/main.ts',
      '../LICENSE',
      '.git/config',
      'dist/cli.js.map',
    ])
      expect(() => checkContents('it', [...mayHold.required, `${root}${file}`], mayHold)).toThrow(
        `not allowed: ${root}${file}`,
      )
  })

  test('a package without a file that it must have, and an empty one, are refused', () => {
    const [first = '', ...others] = contents.client.required
    expect(() => checkContents('client.tgz', others, contents.client)).toThrow(`client.tgz holds missing: ${first}`)
    expect(() => checkContents('client.tgz', [], contents.client)).toThrow('client.tgz holds no file')
    expect(checkContents('client.tgz', contents.client.required, contents.client)).toBeUndefined()
  })

  test('the files of archives of both forms are listed', async () => {
    const folder = await makeTemporaryFolder()
    closeAtEnd(() => rm(folder, { recursive: true, force: true }))
    await Bun.write(join(folder, 'package/LICENSE'), 'text')
    Bun.spawnSync(['tar', '-czf', 'one.tgz', 'package'], { cwd: folder })
    await Bun.write(join(folder, 'one.zip'), zipSync({ LICENSE: new Uint8Array([1]) }))
    expect(await listPackedFiles(join(folder, 'one.tgz'))).toEqual(['package/LICENSE'])
    expect(await listPackedFiles(join(folder, 'one.zip'))).toEqual(['LICENSE'])
  })
})

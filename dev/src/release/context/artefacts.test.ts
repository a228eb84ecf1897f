import { expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { makeTemporaryFolder } from '../../embedded/test-servers.ts'
import { describeArtefact, formatChecksums, formatReports, listFiles } from './artefacts.ts'

const sha256OfAbc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

test('files are listed in order with their size and SHA-256, and sha256sum accepts the list', async () => {
  const folder = await makeTemporaryFolder()
  closeAtEnd(() => rm(folder, { recursive: true, force: true }))
  await Bun.write(join(folder, 'b.txt'), 'abc')
  await Bun.write(join(folder, 'a.txt'), '')
  await Bun.write(join(folder, 'folder/c.txt'), '')
  expect(await listFiles(folder)).toEqual(['a.txt', 'b.txt'])
  const described = await describeArtefact(folder, 'b.txt')
  expect(described).toEqual({ name: 'b.txt', bytes: 3, sha256: sha256OfAbc })
  expect(formatChecksums([described])).toBe(`${sha256OfAbc}  b.txt\n`)
})

test('the table has a line for each file, and for each step without one its remark', () => {
  const artefacts = [{ name: 'a.tgz', bytes: 12, sha256: 'ab' }]
  const table = formatReports([
    { step: 'version', outcome: 'done', remark: '0.1.0 → 1.0.0', artefacts: [] },
    { step: 'npm', outcome: 'done', remark: '', artefacts },
    { step: 'images', outcome: 'skipped', remark: 'No container engine answers.', artefacts: [] },
  ])
  expect(table.split('\n')).toEqual([
    'step     result   file   bytes  sha256',
    'version  done     0.1.0 → 1.0.0',
    'npm      done     a.tgz  12     ab',
    'images   skipped  No container engine answers.',
  ])
})

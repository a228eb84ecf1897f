import { afterAll, expect, test } from 'bun:test'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryFolder } from '../../embedded/test-servers.ts'
import { openRunFile, readRunFile } from './run-file.ts'

const root = await makeTemporaryFolder()
afterAll(() => rm(root, { recursive: true, force: true }))

async function folderWith(name: string, files: Record<string, string> = {}): Promise<string> {
  const dataDir = join(root, name)
  await mkdir(dataDir)
  for (const [file, text] of Object.entries(files)) await writeFile(join(dataDir, file), text)
  return dataDir
}
const history = { from: '2026-02-03', done: true }

test('the next start reads the notes of the last one, only their user can read them, and no draft remains', async () => {
  const dataDir = await folderWith('notes')
  const run = await openRunFile(dataDir)
  expect((await readRunFile(dataDir)).pid).toBe(process.pid)
  await Promise.all([run.note({ servedMode: 'demo' }), run.note({ history })])
  await run.close()
  expect(await readRunFile(dataDir)).toEqual({ pid: null, servedMode: 'demo', history })
  expect((await stat(join(dataDir, 'run.json'))).mode & 0o777).toBe(0o600)
  expect(await readdir(dataDir)).toEqual(['run.json'])
})

test('the three note files of former versions are read, and the first start replaces them', async () => {
  const dataDir = await folderWith('former', {
    'up.pid': '1\n',
    'held-data.json': '{"mode":"open"}\n',
    'history.json': JSON.stringify(history),
  })
  expect(await readRunFile(dataDir)).toEqual({ pid: 1, servedMode: 'open', history })
  await (await openRunFile(dataDir)).close()
  expect(await readRunFile(dataDir)).toEqual({ pid: null, servedMode: 'open', history })
  expect(await readdir(dataDir)).toEqual(['run.json'])
})

test('simultaneous starts claim a data folder one after the other', async () => {
  const dataDir = await folderWith('claims')
  await Promise.all(Array.from({ length: 5 }, async () => (await openRunFile(dataDir)).close()))
  expect(await readRunFile(dataDir)).toEqual({ pid: null, servedMode: null, history: null })
})

test('the claim of a killed start expires', async () => {
  const dataDir = await folderWith('killed', { 'run.json.new': '' })
  await (await openRunFile(dataDir)).close()
  expect(await readdir(dataDir)).toEqual(['run.json'])
})

test('an unreadable run file counts as no file', async () => {
  const dataDir = await folderWith('broken', { 'run.json': '{' })
  expect(await readRunFile(dataDir)).toEqual({ pid: null, servedMode: null, history: null })
})

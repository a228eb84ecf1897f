import { afterAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryFolder } from '../src/embedded/test-servers.ts'
import {
  containersFolder,
  drillsFolder,
  listContainerTests,
  listDrills,
  listPrograms,
  listTestFiles,
  programsFolder,
  selectUsersOfProduct,
  selectWithoutStores,
  splitByUp,
} from '../src/test-files.ts'
import { repositoryRoot } from './testing/up-fixture.ts'

const folder = await makeTemporaryFolder()
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A folder of test files, and what the runner prints and answers for it. */
async function runFiles(name: string, files: Record<string, string>): Promise<{ lines: string[]; exitCode: number }> {
  const place = join(folder, name)
  for (const [file, text] of Object.entries(files)) {
    await Bun.write(join(place, file), `import { expect, test } from 'bun:test'\n${text}`)
  }
  const child = Bun.spawn([process.execPath, 'dev/src/run-tests.ts', '--without-stores', place], {
    cwd: repositoryRoot,
    env: Bun.env,
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const lines = (await child.stdout.text()).trimEnd().split('\n')
  return { lines, exitCode: await child.exited }
}

test('the last line of a run is the numbers alone, below one line per failure with its file and name', async () => {
  const { lines, exitCode } = await runFiles('mixed', {
    'good.test.ts': `test('is fine', () => {}); test.skip('is left out', () => {})`,
    'bad.test.ts': `test('is "wrong" & < 1', () => expect(1).toBe(2))`,
  })
  expect(lines.at(-1)).toBe('1 passed, 1 failed, 1 skipped')
  expect(lines.at(-2)).toMatch(/^FAILED \S*mixed\/bad\.test\.ts: is "wrong" & < 1$/)
  expect(exitCode).toBe(1)
})

test('a file that breaks while it is loaded counts as a failure, although it has no tests', async () => {
  const { lines, exitCode } = await runFiles('broken', {
    'good.test.ts': `test('is fine', () => {})`,
    'broken.test.ts': `throw new Error('expected by the test')`,
  })
  expect(lines.at(-1)).toBe('1 passed, 1 failed')
  expect(exitCode).toBe(1)
})

test('test files run without stores exactly when none of their imports leads to a store', async () => {
  const files = await listTestFiles()
  const storeless = await selectWithoutStores(files)
  for (const file of [
    'test/architecture/rules.test.ts',
    'shared/src/time/paris.test.ts',
    'dev/src/embedded/redis-binary.test.ts',
  ]) {
    expect([file, storeless.includes(file)]).toEqual([file, true])
  }
  // By the function that asks for a store, by the whole system, by `up` as a process, by a page of the product in a browser.
  for (const file of [
    'shared/src/testing/stores-fixture.test.ts',
    'test/replay.test.ts',
    'dev/test/up.test.ts',
    'test/home/home-variants.test.ts',
  ]) {
    expect([file, storeless.includes(file)]).toEqual([file, false])
  }
  expect(storeless.length).toBeGreaterThan(files.length / 2)
})

test('test files run with `up` exactly when they import the fixture that starts it', async () => {
  const files = await listTestFiles()
  const { starting, others } = await splitByUp(files)
  for (const file of ['dev/test/up.test.ts', 'test/readme.test.ts'])
    expect([file, starting.includes(file)]).toEqual([file, true])
  for (const file of ['dev/src/up/local-key.test.ts', 'test/replay.test.ts']) {
    expect([file, others.includes(file)]).toEqual([file, true])
  }
  expect([...starting, ...others].sort()).toEqual(files)
})

test('the drills, which measure, run only by themselves', async () => {
  const drills = await listDrills()
  expect(drills.length).toBeGreaterThan(0)
  expect(drills.filter((file) => !file.startsWith(`${drillsFolder}/`))).toEqual([])
  expect((await listTestFiles()).filter((file) => file.startsWith(drillsFolder))).toEqual([])
})

test('the tests of containers, which need an engine, run only by themselves', async () => {
  const containers = await listContainerTests()
  expect(containers).toContain('test/containers/composition.test.ts')
  expect(containers.filter((file) => !file.startsWith(`${containersFolder}/`))).toEqual([])
  expect((await listTestFiles()).filter((file) => file.startsWith(containersFolder))).toEqual([])
})

test('the tests of programs, which ask package registries, run only by themselves, and those that ask the product say so by an import', async () => {
  const programs = await listPrograms()
  expect(programs).toContain('test/programs/mcp/mcp-clients.test.ts')
  expect((await listTestFiles()).filter((file) => file.startsWith(programsFolder))).toEqual([])
  expect(await selectUsersOfProduct(programs)).toContain('test/programs/mcp/mcp-clients.test.ts')
  expect(await selectUsersOfProduct(['shared/src/time/paris.test.ts'])).toEqual([])
})

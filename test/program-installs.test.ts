import { afterAll, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { programsPlace } from '@hexawatt/dev/src/programs/places.ts'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { type InstallOptions, install } from './programs/testing/install.ts'
import { readProgramsTable, replaceProgramsTable } from './programs/testing/programs-table.ts'
import { findPython } from './programs/testing/runtimes.ts'

const root = join(import.meta.dir, '..')
const name = `frame-${crypto.randomUUID()}`
const folder = join(programsPlace.folder, name)
await mkdir(programsPlace.folder, { recursive: true })
afterAll(() => rm(folder, { recursive: true, force: true }))

const program = { name: 'sample', version: '1.0.0', ran: 'nothing' }
const installs: string[] = []
/** Installs by a command that notes that it ran. */
const options: InstallOptions = {
  folder: name,
  async fetch({ fetch }) {
    installs.push('once')
    await fetch(['sh', '-c', 'echo installed > program'])
  },
}

test('a program is installed once and kept, until its pinned version changes; two at once wait for each other', async () => {
  const [first, second] = await Promise.all([install(program, options), install(program, options)])
  expect([first, second].map((outcome) => 'missing' in outcome)).toEqual([false, false])
  expect(installs).toHaveLength(1)
  await install({ ...program, version: '1.0.1' }, options)
  expect(installs).toHaveLength(2)
  expect(await Bun.file(join(folder, 'program')).text()).toBe('installed\n')
})

for (const [state, holder] of [
  ['before it named its process', async () => ''],
  [
    'in its middle',
    async () => {
      const ended = Bun.spawn(['true'])
      await ended.exited
      return String(ended.pid)
    },
  ],
] as const) {
  test(`an installation that was ended ${state} is made anew, and leaves no lock`, async () => {
    await rm(folder, { recursive: true, force: true })
    await Bun.write(`${folder}.lock`, await holder())
    expect(await install({ ...program, version: '1.1.0' }, options)).toMatchObject({ folder })
    const left = [...new Bun.Glob(`${name}.lock*`).scanSync({ cwd: programsPlace.folder, dot: true })]
    expect(left).toEqual([])
  })
}

test('a registry that fails is the reason why the program is missing, and the next run tries again', async () => {
  const fails: InstallOptions = {
    folder: name,
    fetch: ({ fetch }) => fetch(['sh', '-c', 'echo "ERROR: no such package"; exit 1']),
  }
  const outcome = await install({ ...program, version: '2.0.0' }, fails)
  expect(outcome).toEqual({ missing: expect.stringContaining('ERROR: no such package') })
  expect(existsSync(join(folder, 'stamp.json'))).toBe(false)
  expect(await install({ ...program, version: '2.0.0' }, options)).toMatchObject({ folder })
})

test('an installation that breaks otherwise is an error, not a missing program', async () => {
  const breaks: InstallOptions = { folder: name, fetch: () => Promise.reject(new Error('expected by the test')) }
  await expect(install({ ...program, version: '3.0.0' }, breaks)).rejects.toThrow('expected by the test')
})

test('a Python that no machine has is named with its range', async () => {
  expect(await findPython({ from: '3.99' })).toEqual({ missing: 'no Python 3.99 or newer' })
  expect(await findPython({ from: '3.98', to: '3.99' })).toEqual({ missing: 'no Python 3.98 to 3.99' })
})

test('a need that the machine does not meet is the reason, before anything is installed', async () => {
  const before = installs.length
  const outcome = await install(program, { ...options, findMissing: async () => 'no such system' })
  expect(outcome).toEqual({ missing: 'no such system' })
  expect(installs.length).toBe(before)
})

test('a program that this machine cannot have is skipped and counted, and fails where every program is required', async () => {
  const place = await makeTemporaryFolder()
  closeAtEnd(() => rm(place, { recursive: true, force: true }))
  const frame = join(import.meta.dir, 'programs/testing/program.ts')
  await Bun.write(
    join(place, 'missing.test.ts'),
    `import { expect, test } from 'bun:test'
    import { describeProgram } from ${JSON.stringify(frame)}
    const options = { folder: '${name}', findMissing: async () => 'no such system' }
    await describeProgram({ name: '${name}', version: '1', ran: 'nothing' }, options, () => {
      test('never runs', () => expect(1).toBe(2))
    })`,
  )
  async function run(settings: Record<string, string>) {
    const command = [process.execPath, 'dev/src/run-tests.ts', '--without-stores', place]
    const child = Bun.spawn(command, { cwd: root, env: { ...Bun.env, ...settings }, stdout: 'pipe', stderr: 'ignore' })
    const lines = (await child.stdout.text()).trimEnd().split('\n')
    return { last: lines.at(-1), exitCode: await child.exited }
  }
  expect(await run({})).toEqual({ last: '0 passed, 0 failed, 1 skipped', exitCode: 0 })
  expect(await run({ HEXAWATT_TEST_ALL_PROGRAMS: '1' })).toEqual({ last: '0 passed, 1 failed', exitCode: 1 })
  await rm(join(programsPlace.rows, `${name}.json`), { force: true })
})

test('the table of programs keeps a result as long as its version is pinned, and takes newer ones from the last run', () => {
  const page = `text

| program | version | what ran | result | on |
|---|---|---|---|---|
| one | 1.0 | a | passed: 1 test | 2026-01-01 |
| two | 1.0 | b | passed: 2 tests | 2026-01-01 |
| gone | 1.0 | c | passed: 3 tests | 2026-01-01 |

more
`
  const ran = readProgramsTable(`| program | version | what ran | result |
| --- | --- | --- | --- |
| three | 3.0 | d | skipped: no Go |
`)
  const programs = [
    { name: 'one', version: '1.0', ran: 'a, in new words' },
    { name: 'two', version: '2.0', ran: 'b' },
    { name: 'three', version: '3.0', ran: 'd' },
  ]
  const written = replaceProgramsTable(page, programs, ran, '2026-02-02')
  expect(readProgramsTable(written)).toEqual([
    { name: 'one', version: '1.0', ran: 'a, in new words', result: 'passed: 1 test', on: '2026-01-01' },
    { name: 'two', version: '2.0', ran: 'b', result: 'not run yet', on: '' },
    { name: 'three', version: '3.0', ran: 'd', result: 'skipped: no Go', on: '2026-02-02' },
  ])
  expect(written).toEndWith('2026-02-02 |\n\nmore\n')
})

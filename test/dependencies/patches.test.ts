import { expect, test } from 'bun:test'
import { join, resolve } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { foundPgbouncer } from '../postgres/testing/pgbouncer-fixture.ts'

// Each patch of a dependency goes when the published package no longer needs it (docs/develop/libraries.md). These tests run the tests that need the patch with the
// package as published, and fail when one of them passes.

const repositoryRoot = resolve(import.meta.dir, '../..')

/** The tests of one file that fail without a patch. */
type PatchedFaults = {
  packageVersion: string
  file: string
  /** For each test a part of its name that no other test of the file has. */
  tests: readonly string[]
  /** Ends a test that hangs without the patch. On a slow machine it may also end a test of a repaired package: the repair is then reported by a later run. */
  timeoutMs: number
}

const driver = 'postgres@3.4.9'

const patchedFaults: readonly PatchedFaults[] = [
  {
    packageVersion: driver,
    file: 'shared/src/postgres/dropped-connection.test.ts',
    tests: [
      'in a statement of a transaction stores nothing, and the pool continues',
      'between two statements of a transaction lets the second reach no other session or transaction',
      'while the driver reads the server’s types rejects the call and causes no unhandled rejection',
      'before the first query, behind a proxy without a server, rejects each call, and reconnects pause',
    ],
    timeoutMs: 5_000,
  },
  {
    packageVersion: driver,
    file: 'shared/src/postgres/postgres-unavailable.test.ts',
    tests: ['is left after its first refused write', 'is waited for until it accepts writes again'],
    timeoutMs: 5_000,
  },
  {
    packageVersion: driver,
    file: 'test/postgres/through-pgbouncer.test.ts',
    tests: ['no server'],
    timeoutMs: 60_000,
  },
  {
    packageVersion: 'better-auth@1.7.25',
    file: 'test/security/sign-in-budget.test.ts',
    tests: ['x=y@example.org', 'anna@почта.рф'],
    timeoutMs: 5_000,
  },
  {
    packageVersion: 'prom-client@15.1.3',
    file: 'shared/src/telemetry/read-gauges.test.ts',
    tests: ['a scrape does not walk the heap'],
    timeoutMs: 60_000,
  },
]

test('every patched package has tests that say when its patch can go', () => {
  expect([...new Set(patchedFaults.map(({ packageVersion }) => packageVersion))].sort()).toEqual(
    Object.keys(manifest.patchedDependencies).sort(),
  )
})

for (const faults of patchedFaults) {
  const { packageVersion, file, tests } = faults
  const isRunnable = !file.includes('pgbouncer') || !('missing' in foundPgbouncer)
  test.skipIf(!isRunnable)(`${packageVersion} as published still fails in ${file}`, async () => {
    const failures = await readFailures(faults)
    const repaired = tests.filter((name) => !failures.some((failure) => failure.includes(name)))
    if (repaired.length === 0) return
    throw new Error(
      `${packageVersion} as published passes:\n${repaired.map((name) => `  ${name}`).join('\n')}\nThat part of patches/${packageVersion}.patch is no longer needed: see docs/develop/libraries.md.`,
    )
  })
}

/** Reports of the tests that fail when the package is loaded without its patch. @throws when not all of the tests were run */
async function readFailures({ packageVersion, file, tests, timeoutMs }: PatchedFaults): Promise<string[]> {
  const run = Bun.spawn(
    [
      process.execPath,
      'test',
      `--preload=${join(import.meta.dir, 'testing/load-published-package.ts')}`,
      `--timeout=${timeoutMs}`,
      `--test-name-pattern=${tests.map(RegExp.escape).join('|')}`,
      `./${file}`,
    ],
    { cwd: repositoryRoot, env: { ...Bun.env, PUBLISHED_PACKAGE: packageVersion }, stdout: 'ignore', stderr: 'pipe' },
  )
  const output = await run.stderr.text()
  if (Number(output.match(/^Ran (\d+) tests? across/m)?.[1]) !== tests.length) throw new Error(`in ${file}:\n${output}`)
  return [...output.matchAll(/^\(fail\) .*/gm)].map(([line]) => line)
}

import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { programsPlace } from '@hexawatt/dev/src/programs/places.ts'
import type { ProgramRow } from '@hexawatt/dev/src/programs/results.ts'
import { environment } from './environment.ts'
import { type Installation, type InstallOptions, install, type Program } from './install.ts'

/**
 * Installs a program, and describes tests that run it. Where the machine lacks what the program needs, or a registry does not give it, the tests are skipped,
 * counted, and the reason stands in the table of results; with `--all` that is a failure.
 */
export async function describeProgram(
  program: Program,
  options: InstallOptions,
  describeTests: (installation: Installation) => void,
): Promise<void> {
  const group = `${program.name} ${program.version}`
  const outcome = await install(program, options)
  const missing = 'missing' in outcome ? outcome.missing : null
  const row: ProgramRow = { ...program, group, missing }
  await Bun.write(join(programsPlace.rows, `${fileNameOf(program.name)}.json`), JSON.stringify(row))
  describe(group, () => {
    if (!('missing' in outcome)) describeTests(outcome)
    else if (environment.isComplete) test('the program can be had', () => expect(outcome.missing).toBeNull())
    else test.skip(`not on this machine: ${outcome.missing}`, () => undefined)
  })
}

const fileNameOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

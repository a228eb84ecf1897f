import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
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
  const row: ProgramRow = { ...program, group, missing: 'missing' in outcome ? outcome.missing : null }
  await writeRow(row)
  describe(group, () => {
    const report = (figure: string) => writeRow({ ...row, figure })
    if (!('missing' in outcome)) describeRunning({ ...outcome, report }, describeTests)
    else if (environment.isComplete) test('the program can be had', () => expect(outcome.missing).toBeNull())
    else test.skip(`not on this machine: ${outcome.missing}`, () => undefined)
  })
}

/** The tests of an installed program, whose beginning and end are printed at once: the runner prints results only when a file has ended. */
function describeRunning(installation: Installation, describeTests: (installation: Installation) => void): void {
  let startedAtMs = 0
  beforeAll(async () => {
    startedAtMs = performance.now()
    await installation.say('its tests run …')
  })
  afterAll(() => installation.say(`its tests ended after ${((performance.now() - startedAtMs) / 1000).toFixed(0)} s`))
  describeTests(installation)
}

/** Lists a program that no registry serves to any machine: skipped and counted, with its reason in the table of results, and no failure with `--all`. */
export async function listUnservedProgram(program: Program, reason: string): Promise<void> {
  const group = `${program.name} ${program.version}`
  await writeRow({ ...program, group, missing: reason })
  describe(group, () => test.skip(`on no machine: ${reason}`, () => undefined))
}

async function writeRow(row: ProgramRow): Promise<void> {
  await Bun.write(join(programsPlace.rows, `${fileNameOf(row.name)}.json`), JSON.stringify(row))
}

const fileNameOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

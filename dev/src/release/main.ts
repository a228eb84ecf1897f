import { resolve } from 'node:path'
import { flag, word } from '@hexawatt/shared/command-line/command-inputs'
import { command } from '@hexawatt/shared/command-line/command-line'
import { runCommandLine } from '@hexawatt/shared/command-line/run-command-line'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { text } from '@hexawatt/shared/command-line/value-kinds'
import { ReleaseError } from './context/release-error.ts'
import { type ReleaseRequest, runRelease } from './run-release.ts'

const line = {
  name: 'release',
  notes:
    'Without an option the commit and its signed tag are pushed at the end; the workflow of the tag publishes. Who needs what, and what to do when a step fails: docs/develop/releasing.md.',
  command: command({
    summary:
      'Makes a release: checks, version, changelog, commit and tag, packages, SBOMs, images and notes, in a temporary clone; the files come into .hexawatt/release/VERSION.',
    examples: ['--dry-run 1.0.0', '--verify 1.0.0'],
    inputs: {
      version: word(text('version'), 'version to release, such as 1.2.3'),
      dryRun: { ...flag('do everything but the push'), excludes: ['artefacts'] },
      artefacts: flag('write the files of the release that is checked out (its tag), without commit, tag and images'),
      verify: flag('run verify first, unless it has passed at this commit'),
    },
    read: ({ version, dryRun, artefacts, verify }): ReleaseRequest => ({
      mode: artefacts ? 'artefacts' : dryRun ? 'dry-run' : 'release',
      version,
      runsVerify: verify,
    }),
  }),
}

const root = resolve(import.meta.dir, '../../..')

process.exitCode = await runCommandLine(line, process.argv.slice(2), async (asked) => {
  const place = {
    root,
    env: Bun.env,
    today: Temporal.Now.plainDateISO('UTC'),
    say: (sentence: string) => console.error(sentence),
  }
  try {
    return await runRelease(asked, place)
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error
    throw new UsageError(`STOPPED at ${error.message}\nTo do: ${error.remedy}`)
  }
})

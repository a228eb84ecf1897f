import { join } from 'node:path'
import { defaulted, flag } from '../../shared/src/command-line/command-inputs.ts'
import { command } from '../../shared/src/command-line/command-line.ts'
import { runCommandLine } from '../../shared/src/command-line/run-command-line.ts'
import { wholeNumber } from '../../shared/src/command-line/value-kinds.ts'
import { runSmokeTest } from './run.ts'

const repositoryRoot = join(import.meta.dir, '../..')

const line = {
  name: 'smoke-test',
  notes: 'Needs the image first: docker build -t hexawatt:local .',
  command: command({
    summary:
      'Starts the composition on demo data under a name of its own, tries what docs/operate/containers.md promises of it, and removes it again.',
    examples: ['', '--port 18081 --keep'],
    inputs: {
      port: defaulted(
        wholeNumber('port', 1, 65_535),
        'port of this machine that the composition is published on',
        18_080,
      ),
      keep: flag('leave the composition running'),
    },
    read: (asked) => asked,
  }),
}

async function run({ port, keep }: { port: number; keep: boolean }): Promise<string | null> {
  try {
    const say = (text: string) => console.log(`ok  ${text}`)
    const { url } = await runSmokeTest({
      folder: repositoryRoot,
      env: Bun.env,
      project: 'hexawatt-smoke-test',
      port,
      keep,
      say,
    })
    return keep ? `left running at ${url}` : null
  } catch (error) {
    console.error(`FAILED  ${error instanceof Error ? error.message : String(error)}`)
    throw new Error('The smoke test failed.')
  }
}

process.exitCode = await runCommandLine(line, process.argv.slice(2), run, [Error])

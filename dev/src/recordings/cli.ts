import { required } from '@hexawatt/shared/command-line/command-inputs'
import { command } from '@hexawatt/shared/command-line/command-line'
import { runCommandLine } from '@hexawatt/shared/command-line/run-command-line'
import { text } from '@hexawatt/shared/command-line/value-kinds'
import { SetupError } from '../embedded/setup-error.ts'
import { writeShippedRecordings } from './cut-recordings.ts'

const line = {
  name: 'recordings',
  command: command({
    summary: 'Cuts the recordings of the folder recordings/ anew out of the longer ones that they were taken from.',
    examples: ['--from ../shared/data'],
    inputs: { from: required(text('dir'), 'folder of the longer recordings') },
    read: (asked) => asked,
  }),
}

process.exitCode = await runCommandLine(
  line,
  process.argv.slice(2),
  async ({ from }) => `${await writeShippedRecordings(from)} bytes written to recordings/.`,
  [SetupError],
)

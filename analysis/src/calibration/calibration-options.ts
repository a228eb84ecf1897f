import { flag, optionalWord } from '@hexawatt/shared/command-line/command-inputs'
import { command } from '@hexawatt/shared/command-line/command-line'
import { text } from '@hexawatt/shared/command-line/value-kinds'
import { shippedFolder, yearsFolder } from '../recorded/record-folder.ts'

/** The command line of `bun run calibrate`. */
export const calibrationCommandLine = {
  name: 'calibrate',
  notes: `Without a folder it is ${yearsFolder} where it is, else ${shippedFolder}, the weeks that come
with the project, of which percentiles alone are printed.`,
  command: command({
    summary:
      'Prints the percentiles of the recorded data next to the anchors that are frozen in the code, and the distribution of sub-scores and levels in the calibration year and the year before.',
    examples: ['recordings', '../shared/data --json'],
    inputs: {
      folder: optionalWord(text('dir'), 'folder of the recorded data'),
      json: flag('print the result as unrounded JSON'),
    },
    read: (asked) => asked,
  }),
}

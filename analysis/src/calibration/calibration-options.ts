import { readOptions } from '@hexawatt/shared/config/command-options'
import { UsageError } from '@hexawatt/shared/config/usage-error'
import { shippedFolder, yearsFolder } from '../recorded/record-folder.ts'

/** What the command line asks for. */
export type CalibrationOptions = { kind: 'help' } | { kind: 'run'; folder: string | null; json: boolean }

export const calibrationUsage = `Usage: bun run calibrate [DIR] [--json]

Prints the percentiles of the recorded data beside the anchors that are frozen in the code, and how the sub-scores and
levels are spread over the calibration year and the year before.

  DIR       folder of the recorded data: without it ${yearsFolder} where it is, else ${shippedFolder}, the weeks that come
            with the project, of which percentiles alone are printed
  --json    the same as JSON, unrounded
  --help    this text`

/** Reads the command line. @throws UsageError with one sentence that says what is accepted */
export function parseCalibrationOptions(args: readonly string[]): CalibrationOptions {
  const { values, positionals } = readOptions(args, 'bun run calibrate', {
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) return { kind: 'help' }
  const [folder, ...more] = positionals
  if (more.length === 0) return { kind: 'run', folder: folder ?? null, json: values.json }
  throw new UsageError(`calibrate takes at most one folder of recorded data, not ${positionals.length}.`)
}

import { readOptionsOnly } from '@hexawatt/shared/config/command-options'
import { UsageError } from '@hexawatt/shared/config/usage-error'
import { SetupError } from '../embedded/setup-error.ts'
import { writeShippedRecordings } from './cut-recordings.ts'

const usage = `Usage: bun run recordings --from DIR

Cuts the recordings of the folder recordings/ anew out of the longer ones that they were taken from.

  --from DIR   folder of the longer recordings
  --help       this text`

try {
  const { from, help } = readOptionsOnly(process.argv.slice(2), 'bun run recordings', {
    from: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (from === undefined && !help)
    throw new UsageError('--from is missing: it takes the folder of the longer recordings.')
  console.log(
    from === undefined || help ? usage : `${await writeShippedRecordings(from)} bytes written to recordings/.`,
  )
} catch (error) {
  const isForeseen = error instanceof UsageError || error instanceof SetupError
  console.error(isForeseen ? error.message : error)
  process.exitCode = 1
}

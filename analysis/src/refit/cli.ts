import { flag, optional } from '@hexawatt/shared/command-line/command-inputs'
import { command } from '@hexawatt/shared/command-line/command-line'
import { runCommandLine } from '@hexawatt/shared/command-line/run-command-line'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { text } from '@hexawatt/shared/command-line/value-kinds'
import { createSql } from '@hexawatt/shared/postgres/client'
import { readRecord } from '../recorded/read-record.ts'
import { describeInventedValues, findRecordFolder, shippedFolder, yearsFolder } from '../recorded/record-folder.ts'
import type { GridRecord } from '../recorded/recorded-hours.ts'
import { readObservedWeather } from '../weather/observed-weather.ts'
import { mergeRecords, readArchive } from './archive-store.ts'
import { fitRecordedChances, writeChanceFit } from './fit-recorded-chances.ts'
import { createRefitReport } from './refit-report.ts'
import { writeRefit } from './refit-text.ts'

/** The command line of `bun run refit`. */
const refitCommandLine = {
  name: 'refit',
  notes: `With --archive the data are the values that this installation has stored, with --data a folder of recordings, with both the two as one:
in an hour that both have, the archive counts. With neither the folder is ${yearsFolder} where it is, else ${shippedFolder}, the weeks that come
with the project, which show the procedure and not better constants.
DATABASE_URL, for --archive: the product's database (taken from a running bun run up when it is not set).`,
  command: command({
    summary:
      'Fits the constants of the forecast again, prints them next to the shipped constants, and evaluates both on the last quarter, which is excluded from the fit. Changes nothing.',
    examples: ['--archive', '--data ../shared/data --json'],
    inputs: {
      archive: flag('fit on the stored values of this installation'),
      data: optional(text('dir'), 'folder of recorded data'),
      chances: flag('also fit the chance that waiting saves emissions, on replayed plans; takes minutes for a year'),
      weather: flag('fit the constants with weather instead, to 72 hours, on emulated forecasts of observed weather'),
      json: flag('print the result as JSON'),
    },
    read: (asked) => asked,
  }),
}

process.exitCode = await runCommandLine(
  refitCommandLine,
  process.argv.slice(2),
  async ({ archive, data, chances, weather, json }) => {
    const folder = archive && data === null ? null : findRecordFolder(data)
    const recordings = folder === null ? [] : [await readRecord(folder)]
    const stored = archive ? [await readArchivedRecord()] : []
    const record = [...recordings, ...stored].reduce(mergeRecords)
    const observed = weather && folder !== null ? await readObservedWeather(folder.path) : null
    if (weather && observed === null)
      throw new UsageError(`--weather needs observed weather: --data ${yearsFolder} has it.`)
    const report = await createRefitReport(record, observed)
    const chanceFit = chances ? await fitRecordedChances(record) : null
    if (json) return JSON.stringify(chanceFit === null ? report : { ...report, chanceFit }, null, 2)
    const text = writeRefit(report, folder === null ? null : describeInventedValues(folder))
    return chanceFit === null ? text : `${text}\n\n${writeChanceFit(chanceFit)}`
  },
)

async function readArchivedRecord(): Promise<GridRecord> {
  const url = Bun.env['DATABASE_URL']
  if (!url) throw new UsageError('DATABASE_URL is not set: start the product with "bun run up", or set it.')
  const sql = createSql(url, 'refit', 1)
  try {
    return await readArchive(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

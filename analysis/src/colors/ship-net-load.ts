import { join } from 'node:path'
import { round2 } from '@hexawatt/shared/bounds/numbers'
import { optional } from '@hexawatt/shared/command-line/command-inputs'
import { command } from '@hexawatt/shared/command-line/command-line'
import { runCommandLine } from '@hexawatt/shared/command-line/run-command-line'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { text } from '@hexawatt/shared/command-line/value-kinds'
import { computeQuantile } from '@hexawatt/shared/methodology/forecast/bands'
import { rule } from '@hexawatt/shared/methodology/tariff-colors/color-constants'
import { findReferenceData } from '@hexawatt/shared/testing/reference-data'
import { yearsFolder } from '../recorded/record-folder.ts'
import { type RecordedColors, readRecordedColors } from '../recorded/recorded-colors.ts'

const shippedFile = join(import.meta.dir, '../../../shared/src/methodology/tariff-colors/shipped-net-load.json')

/** The newest run of 365 tariff days whose net load and temperature are recorded. */
export function findNewestYear({ days }: RecordedColors): { firstDay: string; coldC: number; netLoadMw: number[] } {
  const netLoadMw: number[] = []
  const temperaturesC: number[] = []
  let index = days.loadMw.length
  while (netLoadMw.length < rule.windowDays && index > 0) {
    index -= 1
    const [loadMw, windAndSunMw] = [days.loadMw[index] ?? null, days.windAndSunMw[index] ?? null]
    const temperatureC = days.temperatureC[index] ?? null
    if (loadMw === null || windAndSunMw === null || temperatureC === null) {
      netLoadMw.length = 0
      temperaturesC.length = 0
      continue
    }
    netLoadMw.unshift(Math.round(loadMw - windAndSunMw))
    temperaturesC.unshift(temperatureC)
  }
  if (netLoadMw.length < rule.windowDays) throw new UsageError(`No ${rule.windowDays} days in a row are recorded.`)
  const coldC = computeQuantile(Float64Array.from(temperaturesC).sort(), rule.temperatureQuantile)
  return { firstDay: days.firstDay.add({ days: index }).toString(), coldC: round2(coldC), netLoadMw }
}

const line = {
  name: 'ship-net-load',
  command: command({
    summary:
      'Writes the dated year of daily net load that the product ships: the newest one without a hole in the record.',
    examples: ['', '--data recordings'],
    inputs: { data: optional(text('dir'), 'folder of the recorded data') },
    read: (asked) => asked,
  }),
}

if (import.meta.main) {
  process.exitCode = await runCommandLine(line, process.argv.slice(2), async ({ data }) => {
    const folder = data ?? findReferenceData()
    if (folder === null)
      throw new UsageError(`${yearsFolder} is not there: give the folder of the recorded days with --data.`)
    const year = findNewestYear(await readRecordedColors(folder))
    const rows = Array.from({ length: Math.ceil(year.netLoadMw.length / 14) }, (_, row) => {
      return `    ${year.netLoadMw.slice(14 * row, 14 * (row + 1)).join(', ')}`
    })
    await Bun.write(
      shippedFile,
      `{\n  "firstDay": "${year.firstDay}",\n  "coldC": ${year.coldC},\n  "netLoadMw": [\n${rows.join(',\n')}\n  ]\n}\n`,
    )
    return `Written: net load of ${rule.windowDays} days from ${year.firstDay} on.`
  })
}

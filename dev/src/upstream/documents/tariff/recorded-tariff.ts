import type { TariffColor } from '@hexawatt/shared/grid/tariff-colors'
import { readCsvFile } from '../../replay/csv-file.ts'
import { once } from '../../replay/once.ts'
import type { TariffDay } from './tariff-day.ts'

const fileName = 'tempo_days_2014-2026'

/** The operator's files write French colours. */
const colorByFrench: ReadonlyMap<string, TariffColor> = new Map([
  ['BLEU', 'BLUE'],
  ['BLANC', 'WHITE'],
  ['ROUGE', 'RED'],
])

/** Recorded colours: the days between the first and the last row; a day in between without a colour is absent. */
export type RecordedTariff = {
  holds: (date: Temporal.PlainDate) => boolean
  days: (dates: readonly Temporal.PlainDate[]) => TariffDay[]
}

/** Reads the folder's file of colours on the first call; null when there is none. */
export function createRecordedTariff(folder: string): () => Promise<RecordedTariff | null> {
  return once(() => readRecordedTariff(folder))
}

async function readRecordedTariff(folder: string): Promise<RecordedTariff | null> {
  const file = await readCsvFile(folder, fileName)
  if (file === null) return null
  const [dateColumn, colorColumn] = [file.columns.indexOf('date'), file.columns.indexOf('color')]
  // Dates in this form sort as texts.
  const dates = file.rows.map((row) => row[dateColumn] ?? '').sort()
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  const colorByDate = new Map(
    file.rows.map((row) => [row[dateColumn] ?? '', colorByFrench.get(row[colorColumn] ?? '')]),
  )
  return {
    holds: (date) => date.toString() >= first && date.toString() <= last,
    days: (asked) =>
      asked.flatMap((date) => {
        const color = colorByDate.get(date.toString())
        return color === undefined ? [] : [{ date, color }]
      }),
  }
}

// fflate: a small zip library without dependencies, maintained and widely used; it reads archives too.
import { zipSync } from 'fflate'
import { dayMs, findConsolidatedSpan, findConsolidationEnd, findRealTimeSpan } from '../eco2mix/holdings.ts'
import { addGhostRows, applyRowFaults, removeMeasures } from '../eco2mix/row-faults.ts'
import { type Eco2mixRow, type Nature, noDataText, readEco2mixRows } from '../eco2mix/rows.ts'
import { type Fault, findFault } from '../faults/fault.ts'
import { type AnyDataset, type Call, dataset } from '../server/dataset.ts'
import { type Eco2mixColumn, eco2mixColumns, frenchNames, quarterMs } from '../subjects/quarter-hour.ts'
import type { Span } from '../subjects/span.ts'

/** Days of the consolidated file: the real one holds up to a year. */
const consolidatedDays = 31

/** A file of the download: its period, its nature, and whether only its half-hours have measures. */
type Download = { name: string; nature: Nature; holds: (now: Temporal.Instant) => Span; isHalfHourly: boolean }

const downloads: readonly Download[] = [
  {
    // The months that are not consolidated yet, with the forecasts of tomorrow.
    name: 'eCO2mix_RTE_En-cours-TR',
    nature: 'Données temps réel',
    holds: (now) => ({ ...findRealTimeSpan(now), fromEpochMs: findConsolidationEnd(now).epochMilliseconds }),
    isHalfHourly: false,
  },
  {
    name: 'eCO2mix_RTE_En-cours-Consolide',
    nature: 'Données consolidées',
    holds(now) {
      const { untilEpochMs } = findConsolidatedSpan(now)
      return { fromEpochMs: untilEpochMs - consolidatedDays * dayMs, untilEpochMs }
    },
    isHalfHourly: true,
  },
]

/** The quarter-hours of éCO2mix as zipped files for a spreadsheet. */
export const rteZipDatasets: readonly AnyDataset[] = downloads.map((download) =>
  dataset({
    publisher: 'rte-zip',
    path: `/${download.name}.zip`,
    subject: 'rte-zip',
    read: ({ now }) => download.holds(now),
    load: (source, span, { now }) => readEco2mixRows(source, span, now.epochMilliseconds),
    write(rows: readonly Eco2mixRow[], _, call) {
      const bytes = new Uint8Array(Buffer.from(writeTable(download, rows, call), 'latin1'))
      const archive = zipSync({ [`${download.name}.xls`]: bytes }, { mtime: call.now.epochMilliseconds })
      return { content: archive, headers: { 'content-type': 'application/zip' } }
    },
  }),
)

const disclaimer =
  "RTE ne pourra être tenu responsable de l'usage qui pourrait être fait des données mises à disposition, ni en cas de prévisions imprécises."

/** Columns separated by tabs; rows, but not the header, end with one more. Every text fits ISO-8859-1, the file's encoding. */
function writeTable(download: Download, rows: readonly Eco2mixRow[], { faults, now }: Call): string {
  const columns = eco2mixColumns.filter((column) => !isAbsent(faults, column))
  const header = ['Périmètre', 'Nature', 'Date', 'Heures', ...columns.map((column) => writeHeader(faults, column))]
  const changed = applyRowFaults(faults, rows, now)
  const shown = changed.map((row) => (isBetween(download, row) ? removeMeasures(row) : row))
  // The file knows local times only: in spring it repeats the hour before the one that is left out.
  const lines = addGhostRows(shown).map((row) => {
    const cells = columns.map((column) => writeCell(row, column))
    return `${['France', download.nature, row.date, row.time, ...cells].join('\t')}\t`
  })
  return `${[header.join('\t'), ...lines, disclaimer].join('\r\n')}\r\n`
}

function isAbsent(faults: readonly Fault[], column: Eco2mixColumn): boolean {
  return faults.some((fault) => fault.kind === 'absent_column' && fault.column === column)
}

function writeHeader(faults: readonly Fault[], column: Eco2mixColumn): string {
  const name = frenchNames.get(column) ?? column
  const renamed = findFault(faults, 'renamed_column')
  return renamed?.column === column ? `${name} (MW)` : name
}

function isBetween({ isHalfHourly }: Download, { startEpochMs }: Eco2mixRow): boolean {
  return isHalfHourly && (startEpochMs / quarterMs) % 2 === 1
}

function writeCell({ isMeasured, values }: Eco2mixRow, column: Eco2mixColumn): string {
  const value = values[column]
  if (value !== null) return String(value)
  return isMeasured ? noDataText : ''
}

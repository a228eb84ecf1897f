import type { Language } from '@hexawatt/shared/contract/values/languages'
import type { LoadCurve } from '@hexawatt/shared/methodology/load-curve/load-curve'
import { formatCsv } from '@hexawatt/shared/methodology/load-curve/report/csv'
import { formatPage } from '@hexawatt/shared/methodology/load-curve/report/page/page'
import { composeRemarks } from '@hexawatt/shared/methodology/load-curve/report/remarks'
import { quoteWord, writeCommand } from '@hexawatt/shared/methodology/load-curve/report/repeat-command'
import type { Report } from '@hexawatt/shared/methodology/load-curve/report/report'
import { computeStatement } from '@hexawatt/shared/methodology/load-curve/statement/compute-statement'
import { formatIsoSecondsOfMs } from '@hexawatt/shared/time/instant'
import type { HouseholdTerms } from '../../terms/household-terms.ts'
import { listReportContracts } from '../../terms/report-contracts.ts'
import type { GridFigures } from './load-months.ts'
import type { KeptForm } from './messages.ts'
import type { GivenFile } from './read-files.ts'

export type ReportInput = {
  file: GivenFile
  curve: LoadCurve
  grid: GridFigures
  terms: HouseholdTerms
  language: Language
  pageUrl: string
  nowMs: number
}

/**
 * The report that the command `hexawatt statement` makes of the same file, contracts and options. Browsers compute a digest only on pages from a secure
 * origin: elsewhere it is empty.
 */
export async function makeReport({ file, curve, grid, terms, language, pageUrl, nowMs }: ReportInput): Promise<Report> {
  const { months, table, dataModes } = grid
  const { contracts, current, parameters, subscription } = listReportContracts(terms, { curve, months, table })
  const statement = computeStatement({ curve, months, table, contracts, ...(current === null ? {} : { current }) })
  const apiUrl = new URL('.', pageUrl).href.replace(/\/$/, '')
  const isJoined = file.names.length > 1
  const command = writeCommand({
    fileName: isJoined ? '-' : file.name,
    apiUrl,
    contract: parameters,
    contracts: contracts.map(({ key }) => key),
    others: { subscription, lang: language },
    flags: ['--html'],
  })
  return {
    reportVersion: 1,
    tool: { name: 'hexawatt-page', version: String(statement.statementVersion) },
    computedAt: formatIsoSecondsOfMs(Math.floor(nowMs / 1_000) * 1_000),
    apiUrl,
    dataModes,
    storedMonths: null,
    file: { name: file.name, bytes: file.bytes.length, sha256: await digest(file.bytes) },
    command: isJoined ? `cat ${file.names.map(quoteWord).join(' ')} | ${command}` : command,
    language,
    notes: [],
    statement,
  }
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // Absent on pages that do not come from a secure origin.
  if (!globalThis.isSecureContext) return ''
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The report in a form of the command line, byte for byte as it writes it. */
export function writeReport(report: Report, form: KeptForm): string {
  if (form === 'json') return `${JSON.stringify(report, null, 2)}\n`
  return form === 'csv' ? formatCsv(report) : formatPage(report, composeRemarks(report))
}

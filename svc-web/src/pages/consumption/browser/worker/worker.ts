import type { Language } from '@hexawatt/shared/contract/values/languages'
import { type LoadCurve, LoadCurveRefusal } from '@hexawatt/shared/methodology/load-curve/load-curve'
import { readLoadCurve } from '@hexawatt/shared/methodology/load-curve/reading/read-load-curve'
import { findPeriod } from '@hexawatt/shared/methodology/load-curve/statement/curve-pieces'
import { describeRefusal } from '@hexawatt/shared/methodology/load-curve/texts/describe'
import { addDays, toParisDay } from '@hexawatt/shared/time/paris-clock'
import { computeHouseholdResult, describeResult } from '../../result/shown-result.ts'
import type { HouseholdTerms } from '../../terms/household-terms.ts'
import { type GridFigures, loadGridFigures, UnreachableError } from './load-months.ts'
import { makeReport, writeReport } from './make-report.ts'
import type { FromWorker, KeptForm, ToWorker } from './messages.ts'
import { type GivenFile, NotJoinableError, readFiles } from './read-files.ts'

// Reads one file and computes what the page shows of it, in a thread of its own. The file never leaves it.

/** Months of one file at most: ten years. */
const maxMonths = 120

type Read = {
  file: GivenFile
  curve: LoadCurve
  grid: GridFigures
  terms: HouseholdTerms
  language: Language
  pageUrl: string
}
let read: Read | null = null

const tell = (message: FromWorker): void => postMessage(message)

async function start({ files, terms, language, pageUrl }: Extract<ToWorker, { kind: 'read' }>): Promise<void> {
  tell({ kind: 'reading' })
  const file = await readFiles(files)
  const curve = readLoadCurve(file.bytes)
  const months = listMonths(curve)
  if (months.length > maxMonths) return tell({ kind: 'tooLong', months: months.length, most: maxMonths })
  const grid = await loadGridFigures(months, {
    pageUrl,
    onProgress: (done, all) => tell({ kind: 'months', done, all }),
    onWait: (seconds) => tell({ kind: 'waiting', seconds }),
  })
  tell({ kind: 'computing' })
  read = { file, curve, grid, terms, language, pageUrl }
  compute(read)
}

function compute({ curve, grid, terms, language }: Read): void {
  const { months, table, dataModes } = grid
  const result = computeHouseholdResult({ curve, months, table }, terms)
  tell({ kind: 'result', result: describeResult(result, language, dataModes) })
}

async function keep(given: Read, form: KeptForm): Promise<void> {
  const report = await makeReport({ ...given, nowMs: Date.now() })
  // Without the digits of a meter, and without the kind of the file that it was made of.
  const name = `${given.file.name.replace(/\.[^.]*$/, '')}-bilan.${form}`
  tell({ kind: 'kept', form, name, text: writeReport(report, form) })
}

/** Reports why something failed. A refusal has a text; an unforeseen error is reported as unforeseen. */
function tellFailure(error: unknown, language: Language): void {
  if (error instanceof LoadCurveRefusal) tell({ kind: 'refused', text: describeRefusal(error, language) })
  else if (error instanceof UnreachableError) tell({ kind: 'failed', reason: 'unreachable' })
  else tell({ kind: 'failed', reason: error instanceof NotJoinableError ? 'joined' : 'failed' })
}

/** Months of Paris that the period of a curve touches, `YYYY-MM`; at most one more than are read. */
function listMonths(curve: LoadCurve): string[] {
  const { fromMs, toMs } = findPeriod(curve)
  const [firstDay, lastDay] = [toParisDay(fromMs), toParisDay(toMs - 1)]
  const months = new Set<string>()
  for (let day = firstDay; day <= lastDay; day += 1) months.add(addDays('1970-01-01', day).slice(0, 'YYYY-MM'.length))
  return [...months]
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'read') start(data).catch((error: unknown) => tellFailure(error, data.language))
  if (read === null) return
  const { language } = read
  if (data.kind === 'terms') {
    read = { ...read, terms: data.terms }
    if (data.needsFigures) compute(read)
  }
  if (data.kind === 'keep') keep(read, data.form).catch((error: unknown) => tellFailure(error, language))
})

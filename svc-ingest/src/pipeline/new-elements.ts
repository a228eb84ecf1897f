import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { PayloadOrigin } from '../upstream/payload-origin.ts'

/** Names that are remembered as logged; a publisher that invents more is logged again. */
const maxRemembered = 1_000
/** A longer name is cut. */
const maxNameChars = 80

/** Unknown names of one payload that are reported. */
const maxReported = 10

/** The unknown names of a payload, each once, as many as are reported: a name that is in every block must not hide the others. */
export function listDistinctNames(names: readonly string[]): string[] {
  return [...new Set(names)].slice(0, maxReported)
}

/** The origin of a payload with a note that names the unknown elements; `/api/status` shows the note. */
export function addNewElements(origin: PayloadOrigin, names: readonly string[]): PayloadOrigin {
  if (names.length === 0) return origin
  return addNote(origin, `Unknown to this version: ${names.map((name) => name.slice(0, maxNameChars)).join(', ')}.`)
}

/** The origin of a reference with a note on its rows that are left out; `/api/status` shows the note. */
export function addLeftOutRows(origin: PayloadOrigin, rows: number): PayloadOrigin {
  return rows === 0 ? origin : addNote(origin, `Rows that are not believed and left out: ${rows}.`)
}

function addNote(origin: PayloadOrigin, text: string): PayloadOrigin {
  return { ...origin, note: [origin.note, text].filter((part) => part !== null).join(' ') }
}

/** Makes the report of names that this program does not know: each is counted at every poll, and logged once. */
export function createNewElementReport({ metrics, logger }: { metrics: Metrics; logger: Logger }) {
  const counter = metrics.counter(
    'ingest_new_elements_total',
    'Neighbours, types and other names of a poll that this program does not know',
    ['source'],
  )
  const logged = new Set<string>()
  return (source: string, names: readonly string[]): void => {
    counter.inc({ source }, names.length)
    const unlogged = names.filter((name) => !logged.has(`${source} ${name}`))
    if (unlogged.length === 0) return
    if (logged.size > maxRemembered) logged.clear()
    for (const name of unlogged) logged.add(`${source} ${name}`)
    logger.warn({ source, names: unlogged.map((name) => name.slice(0, maxNameChars)) }, 'unknown names')
  }
}

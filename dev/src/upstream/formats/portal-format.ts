import type { UpstreamSource } from '../documents/upstream-source.ts'
import { type Fault, findFault, hasFault } from '../faults/fault.ts'
import { disorder } from '../faults/series-faults.ts'
import { type AnsweredCall, type AnyDataset, type Call, dataset } from '../server/dataset.ts'
import { createJsonRefusal } from '../server/refusals.ts'
import type { Body } from '../server/send.ts'
import type { Answer } from '../subjects/answer.ts'
import type { Span } from '../subjects/span.ts'
import { type Condition, createQueryRefusal, doesMeet, type PortalRecord, readConditions, toEpochMs } from './odsql.ts'

/** The question that a dataset answers with rows. `span` is the part of the dataset's period that meets the conditions on time. */
export type PortalQuestion = {
  source: UpstreamSource
  span: Span
  now: Temporal.Instant
  faults: readonly Fault[]
  /** Time zone of the instants in the answer. */
  timeZone: string
}

/** A dataset of the portal. */
export type PortalDataset = {
  name: string
  fields: readonly string[]
  /** The field that `span` bounds; absent: rows are few, and all are made. */
  timeField?: string
  /** The period that the dataset holds. */
  holds: (now: Temporal.Instant) => Span
  /** Rows in time order. */
  records: (question: PortalQuestion) => Promise<Answer<PortalRecord[]>>
}

/** An instant as the portal writes it: `2026-10-09T12:00:00+00:00`. */
export function formatPortalInstant(epochMs: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toString({ smallestUnit: 'second', timeZone })
}

/** Most rows of one page of `records`, and the furthest row that it reaches. */
const maxPage = 100
const maxReach = 10_000
const defaultPage = 10

/** The two ways to read every dataset of the portal: `exports/json` without order unless one is asked, and pages with the number of all rows. */
export function createPortalDatasets(rows: readonly PortalDataset[]): readonly AnyDataset[] {
  const ask = {
    publisher: 'odre',
    subject: 'odre',
    load: (source: UpstreamSource, { row, span, timeZone }: Query, { now, faults }: Call) =>
      row.records({ source, span, now, faults, timeZone }),
  } as const
  return [
    dataset<Query, PortalRecord[]>({
      ...ask,
      path: '/:dataset/exports/json',
      read: (call) => readQuery(rows, call, { limit: readCount(call.query, 'limit', -1), offset: 0 }),
      write(content, query, call) {
        const records = selectRecords(content, query, call.faults)
        const limited = query.limit < 0 ? records : records.slice(0, query.limit)
        return writeBody(query.order === undefined ? disorder(limited) : limited, call)
      },
    }),
    dataset<Query, PortalRecord[]>({
      ...ask,
      path: '/:dataset/records',
      read: (call) => readQuery(rows, call, readPage(call.query)),
      write(content, query, call) {
        const records = selectRecords(content, query, call.faults)
        const results = records.slice(query.offset, query.offset + query.limit)
        return writeBody({ total_count: records.length, results }, call)
      },
    }),
  ]
}

type Page = { limit: number; offset: number }

function readPage(query: URLSearchParams): Page {
  const limit = readCount(query, 'limit', defaultPage)
  const offset = readCount(query, 'offset', 0)
  if (limit >= 0 && limit <= maxPage && offset >= 0 && offset + limit <= maxReach) return { limit, offset }
  const message = `limit must be at most ${maxPage} and offset + limit at most ${maxReach}.`
  throw createJsonRefusal(400, { error_code: 'InvalidRESTParameterError', message })
}

function readCount(query: URLSearchParams, name: string, fallback: number): number {
  const count = Number(query.get(name) ?? fallback)
  if (Number.isInteger(count)) return count
  throw createJsonRefusal(400, { error_code: 'InvalidRESTParameterError', message: `${name} must be a whole number.` })
}

/** The parameters of a call. */
type Query = Page & {
  row: PortalDataset
  span: Span
  timeZone: string
  conditions: readonly Condition[]
  selected: readonly string[] | null
  order: { field: string; isDescending: boolean } | undefined
}

/** @throws Refusal 404 for an unknown dataset, 400 for a query that is malformed or names an unknown field */
function readQuery(rows: readonly PortalDataset[], { query, params, now, faults }: Call, page: Page): Query {
  const row = rows.find(({ name }) => name === params['dataset'])
  if (row === undefined) {
    const message = `The requested dataset ${params['dataset']} does not exist.`
    throw createJsonRefusal(404, { error_code: 'UnknownDatasetError', message })
  }
  const nameOf = createServedNames(faults)
  const fields = new Set(row.fields.flatMap((field) => nameOf(field) ?? []))
  const conditions = readConditions(query.get('where'), fields)
  const selected = readFields(query.get('select'), 'select', fields)
  const orderBy = query.get('order_by')
  const [field] = readFields(orderBy?.replace(/\s+(asc|desc)$/i, '') ?? null, 'order_by', fields) ?? []
  const order = field === undefined ? undefined : { field, isDescending: /\sdesc$/i.test(orderBy ?? '') }
  const span = narrowSpan(row.holds(now), conditions, row.timeField)
  return { ...page, row, span, timeZone: readTimeZone(query.get('timezone')), conditions, selected, order }
}

function selectRecords(
  content: readonly PortalRecord[],
  { conditions, order, selected }: Query,
  faults: readonly Fault[],
): PortalRecord[] {
  const isChanged = faults.some(({ kind }) => fieldFaults.includes(kind))
  const nameOf = createServedNames(faults)
  const hasTexts = hasFault(faults, 'text_numbers')
  const asServed = isChanged ? content.map((record) => serveRecord(record, nameOf, hasTexts)) : content
  const records = asServed.filter((record) => doesMeet(record, conditions))
  const ordered = order === undefined ? records : sortRecords(records, order.field, order.isDescending)
  return ordered.map((record) => pick(record, selected))
}

/** The kinds of faults that change fields of records. */
const fieldFaults: readonly Fault['kind'][] = ['renamed_column', 'absent_column', 'text_numbers']

/** The name under which a field is served; null for a field that the faults leave out. */
type NameOf = (field: string) => string | null

function createServedNames(faults: readonly Fault[]): NameOf {
  const renamed = faults.flatMap((fault) => (fault.kind === 'renamed_column' ? [fault.column] : []))
  const absent = faults.flatMap((fault) => (fault.kind === 'absent_column' ? [fault.column] : []))
  return (field) => (absent.includes(field) ? null : renamed.includes(field) ? `${field}_v2` : field)
}

function serveRecord(record: PortalRecord, nameOf: NameOf, hasTexts: boolean): PortalRecord {
  return Object.fromEntries(
    Object.entries(record).flatMap(([field, value]) => {
      const name = nameOf(field)
      const text = hasTexts && typeof value === 'number' ? String(value).replace('.', ',') : value
      return name === null ? [] : [[name, text]]
    }),
  )
}

function readFields(list: string | null, clause: string, fields: ReadonlySet<string>): string[] | null {
  if (list === null || list === '*') return null
  const names = list.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !fields.has(name))
  if (unknown !== undefined) throw createQueryRefusal(`Unknown field: ${unknown}.`, clause)
  return names
}

function readTimeZone(timeZone: string | null): string {
  if (timeZone === null) return 'UTC'
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone).timeZoneId
  } catch {
    throw createJsonRefusal(400, { error_code: 'InvalidRESTParameterError', message: 'timezone is not known.' })
  }
}

/** The part of a period that the conditions on the time field leave: no row outside it has to be made. @throws Refusal 400 */
function narrowSpan(span: Span, conditions: readonly Condition[], timeField: string | undefined): Span {
  let { fromEpochMs, untilEpochMs } = span
  for (const condition of conditions) {
    if (condition.field !== timeField || !('literal' in condition)) continue
    const epochMs = toEpochMs(condition.literal)
    // A plus sign that was not encoded arrives as a blank.
    if (epochMs === null) throw createQueryRefusal(`Invalid date: ${condition.literal}.`, 'where')
    if (condition.operator !== '<' && condition.operator !== '<=') fromEpochMs = Math.max(fromEpochMs, epochMs)
    if (condition.operator !== '>' && condition.operator !== '>=') untilEpochMs = Math.min(untilEpochMs, epochMs + 1)
  }
  return { fromEpochMs, untilEpochMs: Math.max(fromEpochMs, untilEpochMs) }
}

function sortRecords(records: readonly PortalRecord[], field: string, isDescending: boolean): PortalRecord[] {
  const direction = isDescending ? -1 : 1
  return records.toSorted((a, b) => {
    const [left, right] = [a[field] ?? '', b[field] ?? '']
    return left < right ? -direction : left > right ? direction : 0
  })
}

function pick(record: PortalRecord, names: readonly string[] | null): PortalRecord {
  if (names === null) return record
  return Object.fromEntries(names.map((name) => [name, record[name] ?? null]))
}

/** Anonymous calls per month. */
const monthlyQuota = 50_000

/** The body with the headers that tell how many calls remain in the month. */
function writeBody(content: object, { now, faults, deps }: AnsweredCall): Body {
  const remaining = findFault(faults, 'quota_low')?.remaining ?? monthlyQuota - deps.calls.countOfMonth('odre', now)
  const nextMonth = now.toZonedDateTimeISO('UTC').with({ day: 1 }).add({ months: 1 }).toPlainDate()
  return {
    content,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-ratelimit-limit': String(monthlyQuota),
      'x-ratelimit-remaining': String(Math.max(0, remaining)),
      'x-ratelimit-reset': `${nextMonth} 00:00:00+00:00`,
    },
  }
}

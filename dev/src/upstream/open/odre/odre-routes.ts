import { type Fault, faultOf } from '../../faults/fault.ts'
import { outOfOrder } from '../../faults/series-faults.ts'
import type { Answer } from '../../subjects/grid-source.ts'
import type { Span } from '../../subjects/span.ts'
import { type OpenCall, type OpenDeps, publisherRoute } from '../transport/publisher-route.ts'
import { jsonRefusal } from '../transport/refusals.ts'
import type { Dataset } from './dataset.ts'
import { consumptionIntensity, nationalConsolidated, nationalRealTime } from './national-datasets.ts'
import { type Condition, epochMsOf, meets, type PortalRecord, queryRefusal, readConditions } from './odsql.ts'
import { installedByFuel, pastGridSignals } from './other-datasets.ts'
import { regionalRealTime } from './regional-dataset.ts'

const datasets: readonly Dataset[] = [
  nationalRealTime,
  nationalConsolidated,
  consumptionIntensity,
  pastGridSignals,
  installedByFuel,
  regionalRealTime,
]

/** Most rows of one page of `records`, and the furthest row that it reaches. */
const maxPage = 100
const maxReach = 10_000
const defaultPage = 10

/** The whole answer of a query as one array, without order unless one is asked: `exports/json`. */
export function exportRoute(deps: OpenDeps) {
  return publisherRoute(
    'odre',
    '/:dataset/exports/json',
    async (call) => {
      const { content, ...origin } = await queryRecords(call, deps)
      const limit = readCount(call.query, 'limit', -1)
      const rows = limit < 0 ? content : content.slice(0, limit)
      const sent = call.query.has('order_by') ? rows : outOfOrder(rows)
      return { content: sent, origin, headers: quotaHeaders(call, deps) }
    },
    deps,
  )
}

/** A page of the answer with the number of all rows: `records`. */
export function recordsRoute(deps: OpenDeps) {
  return publisherRoute(
    'odre',
    '/:dataset/records',
    async (call) => {
      const limit = readCount(call.query, 'limit', defaultPage)
      const offset = readCount(call.query, 'offset', 0)
      if (limit < 0 || limit > maxPage || offset < 0 || offset + limit > maxReach) {
        const message = `limit must be at most ${maxPage} and offset + limit at most ${maxReach}.`
        throw jsonRefusal(400, { error_code: 'InvalidRESTParameterError', message })
      }
      const { content, ...origin } = await queryRecords(call, deps)
      const results = content.slice(offset, offset + limit)
      return { content: { total_count: content.length, results }, origin, headers: quotaHeaders(call, deps) }
    },
    deps,
  )
}

function readCount(query: URLSearchParams, name: string, fallback: number): number {
  const count = Number(query.get(name) ?? fallback)
  if (Number.isInteger(count)) return count
  throw jsonRefusal(400, { error_code: 'InvalidRESTParameterError', message: `${name} must be a whole number.` })
}

async function queryRecords(call: OpenCall, { source }: OpenDeps): Promise<Answer<PortalRecord[]>> {
  const { query, params, now, faults } = call
  const dataset = datasets.find(({ name }) => name === params['dataset'])
  if (dataset === undefined) {
    const message = `The requested dataset ${params['dataset']} does not exist.`
    throw jsonRefusal(404, { error_code: 'UnknownDatasetError', message })
  }
  const nameOf = servedNames(faults)
  const fields = new Set(dataset.fields.flatMap((field) => nameOf(field) ?? []))
  const conditions = readConditions(query.get('where'), fields)
  const selected = readFields(query.get('select'), 'select', fields)
  const [order] = readFields(query.get('order_by')?.replace(/\s+(asc|desc)$/i, '') ?? null, 'order_by', fields) ?? []
  const span = narrowed(dataset.holds(now), conditions, dataset.timeField)
  const timeZone = readTimeZone(query.get('timezone'))
  const answer = await dataset.records({ source, span, now, faults, timeZone })
  const isChanged = faults.some(({ kind }) => fieldFaults.includes(kind))
  const hasTexts = faultOf(faults, 'text_numbers') !== undefined
  const asServed = isChanged ? answer.content.map((record) => served(record, nameOf, hasTexts)) : answer.content
  const records = asServed.filter((record) => meets(record, conditions))
  const ordered = order === undefined ? records : sorted(records, order, /\sdesc$/i.test(query.get('order_by') ?? ''))
  return { ...answer, content: ordered.map((record) => pick(record, selected)) }
}

/** What changes fields of records: without one of these a record is served as it is. */
const fieldFaults: readonly Fault['kind'][] = ['renamed_column', 'absent_column', 'text_numbers']

/** The name under which a field is served; null for a field that the faults leave out. */
type NameOf = (field: string) => string | null

function servedNames(faults: readonly Fault[]): NameOf {
  const renamed = faults.flatMap((fault) => (fault.kind === 'renamed_column' ? [fault.column] : []))
  const absent = faults.flatMap((fault) => (fault.kind === 'absent_column' ? [fault.column] : []))
  return (field) => (absent.includes(field) ? null : renamed.includes(field) ? `${field}_v2` : field)
}

function served(record: PortalRecord, nameOf: NameOf, hasTexts: boolean): PortalRecord {
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
  if (unknown !== undefined) throw queryRefusal(`Unknown field: ${unknown}.`, clause)
  return names
}

function readTimeZone(timeZone: string | null): string {
  if (timeZone === null) return 'UTC'
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone).timeZoneId
  } catch {
    throw jsonRefusal(400, { error_code: 'InvalidRESTParameterError', message: 'timezone is not known.' })
  }
}

/** The part of a period that the conditions on the time field leave: no row outside it has to be made. @throws OpenRefusal 400 */
function narrowed(span: Span, conditions: readonly Condition[], timeField: string | undefined): Span {
  let { fromEpochMs, untilEpochMs } = span
  for (const condition of conditions) {
    if (condition.field !== timeField || !('literal' in condition)) continue
    const epochMs = epochMsOf(condition.literal)
    // A plus sign that was not encoded arrives as a blank.
    if (epochMs === null) throw queryRefusal(`Invalid date: ${condition.literal}.`, 'where')
    if (condition.operator !== '<' && condition.operator !== '<=') fromEpochMs = Math.max(fromEpochMs, epochMs)
    if (condition.operator !== '>' && condition.operator !== '>=') untilEpochMs = Math.min(untilEpochMs, epochMs + 1)
  }
  return { fromEpochMs, untilEpochMs: Math.max(fromEpochMs, untilEpochMs) }
}

function sorted(records: readonly PortalRecord[], field: string, isDescending: boolean): PortalRecord[] {
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

function quotaHeaders({ now, faults }: OpenCall, { calls }: OpenDeps): Record<string, string> {
  const remaining = faultOf(faults, 'quota_low')?.remaining ?? monthlyQuota - calls.countOfMonth('odre', now)
  const nextMonth = now.toZonedDateTimeISO('UTC').with({ day: 1 }).add({ months: 1 }).toPlainDate()
  return {
    'content-type': 'application/json; charset=utf-8',
    'x-ratelimit-limit': String(monthlyQuota),
    'x-ratelimit-remaining': String(Math.max(0, remaining)),
    'x-ratelimit-reset': `${nextMonth} 00:00:00+00:00`,
  }
}

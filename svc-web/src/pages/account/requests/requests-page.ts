import { createConcurrencyLimit } from '@hexawatt/shared/bounds/concurrency-limit'
import { round1 } from '@hexawatt/shared/bounds/numbers'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import {
  type AccountRequest,
  type AccountRequestStore,
  maxAccountRequests,
  type RequestCount,
  type RequestCursor,
  type RequestSelection,
  statusClasses,
} from '@hexawatt/shared/usage/account-request-store'
import { formatCsv } from '@hexawatt/shared/usage/csv-text'
import type { MemberPage, MemberRequest } from '../member-page.ts'
import {
  findOperationPath,
  type RequestsFilter,
  renderRequests,
  requestsCsvPath,
  requestsPath,
} from './requests-parts.ts'
import { requestsTexts } from './requests-texts.ts'

/** Requests of one page. */
const pageRows = 50

/** Concurrent reads of one account, in one process. */
const maxReadings = 2

/** The list of an account's requests, and the same as CSV. */
export function createRequestsPages(store: AccountRequestStore): MemberPage[] {
  const readings = createConcurrencyLimit(maxReadings)

  /** @throws AppError `rate_limited` */
  async function readBounded<Read>({ member: { accountId } }: MemberRequest, read: () => Promise<Read>): Promise<Read> {
    const release = readings.acquire(accountId)
    if (release === null)
      throw new AppError('rate_limited', { detail: 'The requests are already being read.', retryAfterSeconds: 1 })
    try {
      return await read()
    } finally {
      release()
    }
  }

  return [
    {
      path: requestsPath,
      navigation: { fr: requestsTexts.fr.navigation, en: requestsTexts.en.navigation },
      show: (asked) =>
        readBounded(asked, async () => {
          // One after the other: requests wait for the same few connections.
          const counts = await store.counts(asked.member.accountId)
          const filter = readFilter(asked, counts)
          const rows = await store.list({ ...filter.selection, limit: pageRows + 1 })
          return renderRequests({
            filter,
            counts,
            requests: rows.slice(0, pageRows),
            hasOlder: rows.length > pageRows,
            asked,
          })
        }),
      act: null,
    },
    {
      path: requestsCsvPath,
      navigation: null,
      show: (asked) =>
        readBounded(asked, async () => {
          const { selection } = readFilter(asked, await store.counts(asked.member.accountId))
          const requests = await store.list({ ...selection, before: null, limit: maxAccountRequests })
          return { fileName: 'requests.csv', contentType: 'text/csv; charset=utf-8', body: formatRequestsCsv(requests) }
        }),
      act: null,
    },
  ]
}

/** The requests that the address selects, and its parameters that select nothing. */
function readFilter({ query, member: { accountId } }: MemberRequest, counts: readonly RequestCount[]): RequestsFilter {
  const [status, operation, before] = ['status', 'operation', 'before'].map((name) => query.get(name) ?? '')
  const statusClass = statusClasses.find((one) => one === status) ?? null
  const isOperation =
    counts.some((count) => count.operation === operation) || findOperationPath(operation ?? '') !== null
  const cursor = readCursor(before ?? '')
  const selection: Omit<RequestSelection, 'limit'> = {
    accountId,
    statusClass,
    operation: isOperation ? (operation ?? null) : null,
    before: cursor,
  }
  return {
    selection,
    refused: {
      status: statusClass === null && status !== '' ? (status ?? null) : null,
      operation: !isOperation && operation !== '' ? (operation ?? null) : null,
      before: cursor === null && before !== '' ? (before ?? null) : null,
    },
  }
}

/** Where a page begins, as {@link renderRequests} writes it. Postgres reads no year before 1. */
function readCursor(text: string): RequestCursor | null {
  const [, instant = '', slot] = /^([12]\d{3}-[\dT:.-]{14,25}Z)_(\d{1,4})$/.exec(text) ?? []
  try {
    return { receivedAt: Temporal.Instant.from(instant), slot: Number(slot) }
  } catch {
    return null
  }
}

const csvColumns = 'received_at,operation,path,status,problem,duration_ms,key_id,key_name,request_id'.split(',')

/** Times are those of Paris, with their offset. */
function formatRequestsCsv(requests: readonly AccountRequest[]): string {
  const records = requests.map((request) => [
    request.receivedAt.toString({ timeZone: parisTimeZone, smallestUnit: 'millisecond' }),
    request.operation,
    findOperationPath(request.operation) ?? '',
    request.status,
    request.problem ?? '',
    round1(request.durationMs),
    request.keyId,
    request.keyName ?? '',
    request.requestId,
  ])
  return formatCsv([csvColumns, ...records])
}

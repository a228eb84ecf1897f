import type { HoursResponse } from '@hexawatt/shared/contract/hours'
import type { ContractTable } from '@hexawatt/shared/contract/planning/contracts'
import { isMonthOfHours } from '@hexawatt/shared/methodology/load-curve/month-of-hours'

/** Requests at a time: the months of a year come in a few rounds. */
const maxParallel = 4
/** Longest wait that is accepted, and waits for one answer at most: the limits of anonymous clients are by the minute. */
const maxWaitSeconds = 120
const maxWaits = 5
const defaultWaitSeconds = 5
/** Longest time one answer may take, ms; a slow phone gets a month, 40 kB, in a few seconds. */
const answerTimeoutMs = 30_000

/** The API cannot be reached, or answers what the page does not understand. */
export class UnreachableError extends Error {}

export type Loading = {
  /** Address of the page. */
  pageUrl: string
  onProgress: (done: number, all: number) => void
  onWait: (seconds: number) => void
  /** Longest time one answer may take, ms; only tests change it. */
  timeoutMs?: number
}

/** The API's hours of the months of a curve, and its prices of contracts. */
export type GridFigures = {
  months: HoursResponse[]
  table: ContractTable
  /** Kinds of data: `live`, `open`, `demo`, `replay`. */
  dataModes: string[]
}

/**
 * Loads the price table and the hours of months. The requests contain the names of the months, and nothing of the curve. A month in the future has no
 * hours: it stays unknown.
 *
 * @throws UnreachableError
 */
export async function loadGridFigures(months: readonly string[], loading: Loading): Promise<GridFigures> {
  const loaded = new Map<string, HoursResponse>()
  const dataModes = new Set<string>()
  const waiting = [...months]
  let done = 0

  async function loadNext(): Promise<void> {
    for (let month = waiting.shift(); month !== undefined; month = waiting.shift()) {
      const answer = await ask(`api/hours?month=${month}`, loading)
      if (answer.status !== 400) {
        if (!isMonthOfHours(answer.body, month)) throw new UnreachableError('unexpected hours')
        loaded.set(month, answer.body)
        if (answer.dataMode !== null) dataModes.add(answer.dataMode)
      }
      done += 1
      loading.onProgress(done, months.length)
    }
  }

  loading.onProgress(0, months.length)
  const tariffs = ask('api/tariffs', loading)
  const [{ body: table }] = await Promise.all([tariffs, ...Array.from({ length: maxParallel }, loadNext)])
  if (!isTable(table)) throw new UnreachableError('unexpected tariffs')
  return { months: months.flatMap((month) => loaded.get(month) ?? []), table, dataModes: [...dataModes] }
}

type Answer = { status: number; body: unknown; dataMode: string | null }

/** Asks until the API answers; 400 is an answer. Without cookies: they are no concern of these requests. */
async function ask(address: string, { pageUrl, onWait, timeoutMs = answerTimeoutMs }: Loading): Promise<Answer> {
  for (let waits = 0; ; waits += 1) {
    const response = await fetch(new URL(address, pageUrl), {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => null)
    if (response?.ok || response?.status === 400) {
      const body: unknown = await response.json().catch(() => null)
      return { status: response.status, body, dataMode: response.headers.get('x-data-mode') }
    }
    const seconds = Number(response?.headers.get('retry-after') ?? defaultWaitSeconds)
    const canPass = response !== null && (response.status === 429 || response.status === 503)
    if (!canPass || waits === maxWaits || !(seconds <= maxWaitSeconds)) {
      throw new UnreachableError(`status ${response?.status ?? 0}`)
    }
    onWait(Math.max(1, seconds))
    await new Promise((resolve) => setTimeout(resolve, Math.max(1, seconds) * 1_000))
  }
}

function isTable(body: unknown): body is ContractTable {
  const { contracts, adders }: Record<string, unknown> = Object(body)
  return Array.isArray(contracts) && Array.isArray(adders)
}

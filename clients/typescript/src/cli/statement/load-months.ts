import { isMonthOfHours } from '@hexawatt/shared/methodology/load-curve/month-of-hours'
import type { StatementInput } from '@hexawatt/shared/methodology/load-curve/statement/compute-statement'
import { isProblem } from '../../errors/hexawatt-errors.ts'
import { makeAddress } from '../../requests/address.ts'
import type { Obtain, Obtained } from './stored-requests.ts'

/** Age up to which a complete month is used without a question, ms: corrections of past months are rare. */
const maxFreshMs = 24 * 3_600_000

/** Kinds of data that are not from the grid: another start of the same demo may have other values. */
const inventedModes: readonly unknown[] = ['demo', 'replay', null]

/** The body of `GET /api/hours`. */
export type MonthOfHours = StatementInput['months'][number]

/** The hours of the months of a load curve. */
export type LoadedMonths = {
  months: MonthOfHours[]
  /** Months that the API refuses because they are in the future. */
  future: string[]
  /** Kinds of data of all months. */
  dataModes: Set<Obtained<unknown>['dataMode']>
  /** Months that were taken from the disk because the API could not be reached; `sinceMs` is the age of the oldest. */
  stale: { months: string[]; sinceMs: number } | null
}

export type MonthsRequest = {
  obtain: Obtain
  /** `YYYY-MM`, ascending. */
  months: readonly string[]
  nowMs: () => number
  reportProgress: (done: number, all: number) => void
}

/**
 * Obtains months of hours, one after the other. Nothing about the load curve but the names of its months is in the requests.
 *
 * @throws as `Obtain`
 */
export async function loadMonths({ obtain, months, nowMs, reportProgress }: MonthsRequest): Promise<LoadedMonths> {
  const loaded = new Map<string, Obtained<MonthOfHours>>()
  const future: string[] = []

  async function load(month: string, mayBeFresh: boolean): Promise<void> {
    const isFresh = ({ body, dataMode, receivedMs }: Obtained<MonthOfHours>): boolean => {
      const ageMs = nowMs() - receivedMs
      return mayBeFresh && body.complete && !inventedModes.includes(dataMode) && ageMs >= 0 && ageMs < maxFreshMs
    }
    const isBody = (body: unknown): body is MonthOfHours => isMonthOfHours(body, month)
    try {
      loaded.set(month, await obtain({ address: makeAddress('/api/hours', { month }), isBody, isFresh }))
    } catch (error) {
      // The API decides by its own clock, which a demo or a replay sets, which months are in the future.
      if (!isProblem(error, 'invalid_parameter')) throw error
      future.push(month)
    }
  }

  for (const [index, month] of months.entries()) {
    reportProgress(index, months.length)
    await load(month, true)
  }
  // Another installation answers at the address since the months were stored: real and invented hours must not be mixed.
  if (modesOf(loaded).size > 1) {
    for (const [month, { state }] of [...loaded]) if (state === 'fresh') await load(month, false)
  }
  const stale = [...loaded].filter(([, { state }]) => state === 'stale')
  return {
    months: [...loaded.values()].map(({ body }) => body),
    future,
    dataModes: modesOf(loaded),
    stale:
      stale.length === 0
        ? null
        : {
            months: stale.map(([month]) => month),
            sinceMs: Math.min(...stale.map(([, { receivedMs }]) => receivedMs)),
          },
  }
}

const modesOf = (loaded: ReadonlyMap<string, Obtained<unknown>>): LoadedMonths['dataModes'] =>
  new Set([...loaded.values()].map(({ dataMode }) => dataMode))

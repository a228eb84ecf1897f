/** What an account used of a calendar month, UTC: requests that were answered with 200. */
export type MonthCount = {
  accountId: string
  /** `YYYY-MM` */
  month: string
  requests: number
}

/** The living counts, page by page. A page may repeat what another one held; its size is bounded by whoever makes it. */
export type MonthCounts = { scan(): AsyncIterable<readonly MonthCount[]> }

/** Whether a text names a month that there can be usage of. */
export function isUsageMonth(text: string): boolean {
  return /^2\d{3}-(0[1-9]|1[0-2])$/.test(text)
}

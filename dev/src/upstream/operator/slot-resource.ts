import type { FeedId } from '@hexawatt/shared/grid/feeds'

/** One resource of the operator that serves slots: what differs between the three, as data. */
export type SlotResource = {
  subject: FeedId
  path: string
  /** Name of the one member of the answer. */
  rootName: string
  /** `<API>_<RESOURCE>` of its functional error codes. */
  errorPrefix: string
  /** Longest window of one call, Paris days. */
  maxWindowDays: number
  /** Latest end that may be asked. */
  latestEnd: 'now' | 'end_of_paris_day'
  /** Members of a block that name its series. */
  blockKeys: (seriesKey: string) => Readonly<Record<string, string>>
  /** Whether the request's filters let a series through. */
  isAsked: (seriesKey: string, query: URLSearchParams) => boolean
}

/** Whether a comma list parameter is absent or names one of the values. */
export function listAllows(query: URLSearchParams, name: string, values: readonly string[]): boolean {
  const asked = query.get(name)
  return asked === null || asked.split(',').some((item) => values.includes(item.trim()))
}

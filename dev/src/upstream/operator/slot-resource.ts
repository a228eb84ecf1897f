import type { SlotSubject } from '../subjects/slot-subject.ts'
import type { BlockLayout } from './blocks.ts'
import { OperatorError } from './operator-error.ts'
import type { TimeWindow, WindowRules } from './query.ts'

/** What the parameters of a request let through; everything where a test is not given. */
export type SlotFilter = {
  holdsFamily?: (family: string) => boolean
  holdsSeries?: (seriesKey: string) => boolean
}

/** One resource of the operator that serves slots: what differs between them, as data. */
export type SlotResource = WindowRules & {
  subject: SlotSubject
  path: string
  /** Name of the one member of the answer. */
  rootName: string
  /** What else the operator refuses. @throws OperatorError 400 */
  checkQuery?: (query: URLSearchParams, window: TimeWindow) => void
  /** Reads the parameters beside the period. @throws OperatorError 400 */
  readFilter: (query: URLSearchParams) => SlotFilter
  layout: BlockLayout
  /** Functional code (`F…`) of the refusal when there is nothing at all; an empty root when not given. */
  nothingCode?: string
}

/** Whether a comma list parameter is absent or names one of the values. */
export function listAllows(query: URLSearchParams, name: string, values: readonly string[]): boolean {
  const asked = query.get(name)
  return asked === null || asked.split(',').some((item) => values.includes(item.trim()))
}

/**
 * Values of a comma list parameter, all of them when it is absent.
 *
 * @throws OperatorError F07 for a value that is not one of the known ones
 */
export function readList(
  query: URLSearchParams,
  name: string,
  known: readonly string[],
  errorPrefix: string,
): readonly string[] {
  const asked = query.get(name)?.split(',') ?? known
  if (asked.every((item) => known.includes(item))) return asked
  throw new OperatorError(400, `${errorPrefix}_F07`, `The value of "${name}" must be among ${known.join(', ')}.`)
}

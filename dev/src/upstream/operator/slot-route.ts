import { applySeriesFaults } from '../faults/series-faults.ts'
import type { GridSource } from '../subjects/grid-source.ts'
import type { SlotSubject } from '../subjects/slots.ts'
import { spanOf, type TimeWindow } from '../subjects/span.ts'
import { type BlockLayout, createParisFormatter } from './blocks.ts'
import { OperatorError } from './operator-error.ts'
import { type OperatorDeps, operatorRoute } from './operator-route.ts'
import { readTimeWindow, type WindowRules } from './query.ts'

/** Which families and series the parameters of a call select; all of them where a test is absent. */
type SlotFilter = {
  holdsFamily?: (family: string) => boolean
  holdsSeries?: (seriesKey: string) => boolean
}

/** One resource of the operator that serves slots: what differs between these resources. */
type SlotResource = WindowRules & {
  subject: SlotSubject
  path: string
  /** Name of the only member of the body. */
  rootName: string
  /** Further rules of the operator. @throws OperatorError 400 */
  checkQuery?: (query: URLSearchParams, window: TimeWindow) => void
  /** Reads the parameters beside the period. @throws OperatorError 400 */
  readFilter: (query: URLSearchParams) => SlotFilter
  layout: BlockLayout
  /** Functional code (`F…`) of the refusal when there are no series; absent: an empty root. */
  nothingCode?: string
}

/** Makes the route of a slot resource. */
export function slotRoute(resource: SlotResource) {
  const { subject, path, rootName, errorPrefix, nothingCode } = resource
  return (deps: OperatorDeps & { source: GridSource }) =>
    operatorRoute(
      {
        subject,
        path,
        rootName,
        errorPrefix,
        read(query, now) {
          const window = readTimeWindow(query, resource, now)
          resource.checkQuery?.(query, window)
          return { window, filter: resource.readFilter(query) }
        },
        load: ({ window, filter }) => deps.source.slots(subject, spanOf(window), filter.holdsFamily),
        write(content, { window, filter }, { now, faults }) {
          const selected = content.filter(({ key }) => filter.holdsSeries?.(key) ?? true)
          if (selected.length === 0 && nothingCode !== undefined) {
            const description = 'There are no data for this type and this period.'
            throw new OperatorError(400, `${errorPrefix}_${nothingCode}`, description)
          }
          const series = applySeriesFaults(faults, selected, { subject, now })
          return resource.layout(series, { bounds: window, parisText: createParisFormatter() })
        },
      },
      deps,
    )
}

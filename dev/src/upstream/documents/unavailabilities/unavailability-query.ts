import { OperatorError } from '../../operator/operator-error.ts'
import { listAllows } from '../../operator/slot-resource.ts'
import { type Span, spansMeet } from '../../subjects/span-old.ts'
import type { UnavailabilityMessage } from '../unavailability-messages.ts'

/** What the period of a call is compared with; the older APPLICATION_DATE means the event as well. */
const dateTypes = ['EVENT_DATE', 'APPLICATION_DATE', 'UPDATED_DATE'] as const
type DateType = (typeof dateTypes)[number]
const eventStatuses: readonly string[] = ['ACTIVE', 'INACTIVE', 'DISMISSED']

/** The filters of a call. */
export type UnavailabilityQuery = { dateType: DateType; lastVersionOnly: boolean; parameters: URLSearchParams }

/** Reads the filters; without `date_type` the event counts. @throws OperatorError 400 F07 for an unknown value */
export function readUnavailabilityQuery(parameters: URLSearchParams, errorPrefix: string): UnavailabilityQuery {
  const refusal = (name: string) =>
    new OperatorError(400, `${errorPrefix}_F07`, `The value of "${name}" field is incorrect.`)
  const dateType = dateTypes.find((known) => known === (parameters.get('date_type') ?? 'EVENT_DATE'))
  if (dateType === undefined) throw refusal('date_type')
  const lastVersion = parameters.get('last_version') ?? 'false'
  if (lastVersion !== 'true' && lastVersion !== 'false') throw refusal('last_version')
  const statuses = parameters.get('event_status')?.split(',') ?? []
  if (statuses.some((status) => !eventStatuses.includes(status.trim()))) throw refusal('event_status')
  return { dateType, lastVersionOnly: lastVersion === 'true', parameters }
}

/** Keeps, of the versions of one message (oldest first), those that a call asks for. */
export function askedVersions(
  versions: readonly UnavailabilityMessage[],
  { dateType, lastVersionOnly, parameters }: UnavailabilityQuery,
  span: Span,
): UnavailabilityMessage[] {
  const held = lastVersionOnly ? versions.slice(-1) : versions
  return held.filter(
    (message) =>
      spansMeet(spanBy(dateType, message), span) &&
      listAllows(parameters, 'event_status', [message.status]) &&
      listAllows(parameters, 'fuel_type', [message.outage.unit.fuelType]),
  )
}

function spanBy(dateType: DateType, { outage, endEpochMs, publishedEpochMs }: UnavailabilityMessage): Span {
  if (dateType === 'UPDATED_DATE') return { fromEpochMs: publishedEpochMs, untilEpochMs: publishedEpochMs + 1 }
  return { fromEpochMs: outage.startEpochMs, untilEpochMs: endEpochMs }
}

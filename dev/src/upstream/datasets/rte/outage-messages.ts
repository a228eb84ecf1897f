import { hourMs } from '@hexawatt/shared/time/instant'
import type { Outage } from '../../documents/outages.ts'
import {
  dateTypes,
  eventStatuses,
  type UnavailabilityMessage,
  type UnavailabilityQuery,
} from '../../documents/unavailability-messages.ts'
import { type Fault, findFault, hasFault } from '../../faults/fault.ts'
import { createParisFormatter, type ParisText, type WireBlock } from '../../formats/operator-blocks.ts'
import { listAllows } from '../../formats/operator-query.ts'
import { createOperatorRefusal } from '../../server/refusals.ts'

/** Reads the filters; the default `date_type` is the event. @throws Refusal F07 for an unknown value */
export function readMessageFilter(query: URLSearchParams, errorPrefix: string): UnavailabilityQuery {
  const refusal = (name: string) =>
    createOperatorRefusal(400, `${errorPrefix}_F07`, `The value of "${name}" field is incorrect.`)
  const dateType = dateTypes.find((known) => known === (query.get('date_type') ?? 'EVENT_DATE'))
  if (dateType === undefined) throw refusal('date_type')
  const lastVersion = query.get('last_version') ?? 'false'
  if (lastVersion !== 'true' && lastVersion !== 'false') throw refusal('last_version')
  const asked = query.get('event_status')?.split(',') ?? []
  if (asked.some((status) => !eventStatuses.some((known) => known === status.trim()))) throw refusal('event_status')
  return {
    dateType,
    lastVersionOnly: lastVersion === 'true',
    isAsked: ({ status, outage }) =>
      listAllows(query, 'event_status', [status]) && listAllows(query, 'fuel_type', [outage.unit.fuelType]),
  }
}

/** Share of the installed power at which a unit runs while it returns. */
const rampShare = 0.5

const unavailabilityTypes: Readonly<Record<Outage['kind'], string>> = {
  planned: 'PLANNED_MAINTENANCE',
  forced: 'FORCED_UNAVAILABILITY',
}
const reasons: Readonly<Record<Outage['kind'], string>> = {
  planned: 'Foreseen Maintenance / Maintenance prévue',
  forced: 'Failure / Défaillance',
}

/** Outages of generating units, one message per outage and version, as the operator writes them (version 7 of the interface). */
export function writeMessages(
  messages: readonly UnavailabilityMessage[],
  now: Temporal.Instant,
  faults: readonly Fault[],
): WireBlock[] {
  const revision = findFault(faults, 'revised_messages')
  const parisText = createParisFormatter()
  const isHyphenated = hasFault(faults, 'hyphen_fuel_types')
  return messages.map((message) => {
    const written = revision === undefined ? message : revise(message, revision.endsLaterHours * hourMs, now)
    const block = writeMessage(written, parisText)
    return isHyphenated
      ? { ...block, fuel_type: written.outage.unit.fuelType.replace('RUN_OF_RIVER', 'RUN-OF-RIVER') }
      : block
  })
}

function revise(message: UnavailabilityMessage, laterMs: number, now: Temporal.Instant): UnavailabilityMessage {
  return {
    ...message,
    version: message.version + 1,
    publishedEpochMs: now.epochMilliseconds,
    endEpochMs: message.endEpochMs + laterMs,
    rampEpochMs: message.rampEpochMs + laterMs,
  }
}

function writeMessage(message: UnavailabilityMessage, parisText: ParisText): WireBlock {
  const { outage, version, status } = message
  const { unit } = outage
  const identifier = `RTE-DEMO-${String(unit.index + 1).padStart(3, '0')}-${outage.name}`
  return {
    identifier,
    message_id: `${identifier}_${version}`,
    version,
    creation_date: parisText(message.createdEpochMs),
    publication_date: parisText(message.publishedEpochMs),
    start_date: parisText(outage.startEpochMs),
    end_date: parisText(message.endEpochMs),
    unavailability_type: unavailabilityTypes[outage.kind],
    fuel_type: unit.fuelType,
    market_participant: unit.participant,
    market_participant_eic_code: `17XDEMO-${unit.participant.padEnd(8, '-')}`,
    affected_asset_or_unit_eic_code: unit.eicCode,
    affected_asset_or_unit_name: unit.name,
    affected_asset_or_unit_type: 'GENERATING_UNIT',
    affected_asset_or_unit_installed_capacity: unit.installedMw,
    reason: reasons[outage.kind],
    remarks: '',
    event_status: status,
    values: listPeriods(message).map(({ startEpochMs, endEpochMs, availableMw }) => ({
      start_date: parisText(startEpochMs),
      end_date: parisText(endEpochMs),
      available_capacity: availableMw,
      unavailable_capacity: unit.installedMw - availableMw,
    })),
  }
}

/** A part of an outage with constant available power, MW. */
type Period = { startEpochMs: number; endEpochMs: number; availableMw: number }

function listPeriods({ outage, endEpochMs, rampEpochMs }: UnavailabilityMessage): Period[] {
  const { unit, startEpochMs, availableMw } = outage
  const out = { startEpochMs, endEpochMs: rampEpochMs, availableMw }
  const ramp = { startEpochMs: rampEpochMs, endEpochMs, availableMw: Math.round(unit.installedMw * rampShare) }
  return rampEpochMs < endEpochMs ? [out, ramp] : [out]
}

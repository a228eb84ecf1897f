import { hourMs } from '@hexawatt/shared/time/instant'
import type { DocumentDeps } from '../documents/document-source.ts'
import type { Outage } from '../documents/outages.ts'
import { readUnavailabilityQuery, type UnavailabilityMessage } from '../documents/unavailability-messages.ts'
import { type Fault, faultOf } from '../faults/fault.ts'
import { type BlockWriting, createParisFormatter, type WireBlock, type WireSlot } from '../operator/blocks.ts'
import { operatorRoute } from '../operator/operator-route.ts'
import { readTimeWindow } from '../operator/query.ts'

const errorPrefix = 'UNADINFO_GENUN'

/** Outages of generating units, one message per outage and version. */
export function generationUnavailabilitiesRoute(deps: DocumentDeps) {
  return operatorRoute(
    {
      subject: 'generation_unavailabilities',
      path: '/open_api/unavailability_additional_information/v7/generation_unavailabilities',
      rootName: 'generation_unavailabilities',
      errorPrefix,
      // The operator truncates after this many messages.
      maxBlocks: 1_000,
      // Outages are announced for years ahead.
      read: (query, now) => ({
        query,
        window: readTimeWindow(query, { errorPrefix, maxWindowDays: 366, latestEnd: { daysAhead: 10 * 366 } }, now),
      }),
      load: ({ query, window }) => deps.documents.unavailabilities(window, readUnavailabilityQuery(query, errorPrefix)),
      write: (messages, _, { now, faults }) => writeMessages(messages, now, faults),
    },
    deps,
  )
}

type ParisText = BlockWriting['parisText']

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

/** Messages as the operator writes them (version 7 of the interface). */
function writeMessages(
  messages: readonly UnavailabilityMessage[],
  now: Temporal.Instant,
  faults: readonly Fault[],
): WireBlock[] {
  const revision = faultOf(faults, 'revised_messages')
  const parisText = createParisFormatter()
  const isHyphenated = faultOf(faults, 'hyphen_fuel_types') !== undefined
  return messages.map((message) => {
    const written = revision === undefined ? message : revised(message, revision.endsLaterHours * hourMs, now)
    const block = writeMessage(written, parisText)
    return isHyphenated
      ? { ...block, fuel_type: written.outage.unit.fuelType.replace('RUN_OF_RIVER', 'RUN-OF-RIVER') }
      : block
  })
}

function revised(message: UnavailabilityMessage, laterMs: number, now: Temporal.Instant): UnavailabilityMessage {
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
    values: periodsOf(message).map((period) => writePeriod(outage, period, parisText)),
  }
}

/** A part of an outage with constant available power, MW. */
type Period = { startEpochMs: number; endEpochMs: number; availableMw: number }

function periodsOf({ outage, endEpochMs, rampEpochMs }: UnavailabilityMessage): Period[] {
  const { unit, startEpochMs, availableMw } = outage
  const out = { startEpochMs, endEpochMs: rampEpochMs, availableMw }
  const ramp = { startEpochMs: rampEpochMs, endEpochMs, availableMw: Math.round(unit.installedMw * rampShare) }
  return rampEpochMs < endEpochMs ? [out, ramp] : [out]
}

function writePeriod({ unit }: Outage, period: Period, parisText: ParisText): WireSlot {
  return {
    start_date: parisText(period.startEpochMs),
    end_date: parisText(period.endEpochMs),
    available_capacity: period.availableMw,
    unavailable_capacity: unit.installedMw - period.availableMw,
  }
}

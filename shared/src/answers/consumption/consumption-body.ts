import { round1, round2OrNull, roundHalfAwayFromZero, roundOrNull } from '../../bounds/numbers.ts'
import type { CarbonConsumptionResponse } from '../../contract/carbon/carbon-consumption.ts'
import { isFinalWithNeighbours } from '../../methodology/mix-finality.ts'
import type { StoredConsumptionHour } from '../../stored-hours/consumption-hour-store.ts'
import { hourMs, isoSeconds } from '../../time/instant.ts'

/** The domestic share: 4 decimals, a hundredth of a percent. */
const shareDecimals = 4

/**
 * A stored hour as it is served: rounded.
 *
 * @param now decides only whether the hour is final
 */
export function composeConsumptionBody(hour: StoredConsumptionHour, now: Temporal.Instant): CarbonConsumptionResponse {
  const slotEnd = Temporal.Instant.fromEpochMilliseconds(hour.startMs + hourMs)
  return {
    slotStart: isoSeconds(Temporal.Instant.fromEpochMilliseconds(hour.startMs)),
    slotEnd: isoSeconds(slotEnd),
    issuedAt: isoSeconds(Temporal.Instant.fromEpochMilliseconds(hour.knownFromMs)),
    gCo2PerKwh: round2OrNull(hour.intensity.lifeCycle),
    directGCo2PerKwh: round2OrNull(hour.intensity.direct),
    domesticShare: roundOrNull(hour.domesticShare, (share) => roundHalfAwayFromZero(share, shareDecimals)),
    imports: hour.borders.map(({ country, netImportMw, gCo2PerKwhByRule, basis }) => ({
      country,
      netImportMW: roundOrNull(netImportMw, round1),
      gCo2PerKwh: round2OrNull(gCo2PerKwhByRule.lifeCycle),
      directGCo2PerKwh: round2OrNull(gCo2PerKwhByRule.direct),
      basis,
    })),
    exportsMW: roundOrNull(hour.exportsMw, round1),
    final: isFinalWithNeighbours(hour.mixFinality, slotEnd, now),
    methodologyVersion: hour.methodologyVersion,
    yearlyMethod: { estimatedGCo2PerKwhConsumption: round2OrNull(hour.yearlyGCo2eqPerKwh) },
  }
}

/** How old the mix of a neighbour may be while nothing is late, ms: it is read every few hours, and the mix of the day before stands in until then. */
const expectedMixAgeMs = 24 * hourMs

/**
 * Whether the value of an hour rests on a source that is late or missing: a border is unknown, or power is imported at a mix that is more than a day older, or at
 * a yearly value.
 */
export function restsOnLateSource({ startMs, borders, intensity }: StoredConsumptionHour): boolean {
  return (
    intensity.lifeCycle === null ||
    intensity.direct === null ||
    borders.some(
      ({ netImportMw, sourceStartMs }) =>
        (netImportMw ?? 0) > 0 && (sourceStartMs === null || startMs - sourceStartMs > expectedMixAgeMs),
    )
  )
}

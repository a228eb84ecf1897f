import { describe, expect, test } from 'bun:test'
import { hourMs } from '@hexawatt/shared/time/instant'
import { generateQuarter } from '../generator/generate-quarter.ts'
import { generatingUnits, nuclearInstalledMw } from './generating-units.ts'
import { generateMessages, type UnavailabilityMessage } from './unavailability-messages.ts'

const query = {
  dateType: 'EVENT_DATE',
  lastVersionOnly: true,
  isAsked: ({ status }: UnavailabilityMessage) => status === 'ACTIVE',
} as const

/** Messages that hold at an instant, as known then. */
function holdingAt(instant: Temporal.Instant): UnavailabilityMessage[] {
  const { epochMilliseconds } = instant
  return generateMessages({ fromEpochMs: epochMilliseconds, untilEpochMs: epochMilliseconds + 1 }, query, instant)
}

function unavailableMw(message: UnavailabilityMessage, epochMs: number): number {
  const { installedMw } = message.outage.unit
  return epochMs >= message.rampEpochMs ? installedMw / 2 : installedMw - message.outage.availableMw
}

const start = Temporal.Instant.from('2023-01-01T18:00:00Z')
// 13 hours apart, so that every hour of the day comes up.
const samples = Array.from({ length: (4 * 365 * 24) / 13 }, (_, index) => {
  const instant = start.add({ hours: 13 * index })
  const nuclear = holdingAt(instant).filter(({ outage }) => outage.unit.fuelType === 'NUCLEAR')
  const outMw = nuclear.reduce((sum, message) => sum + unavailableMw(message, instant.epochMilliseconds), 0)
  return { instant, outMw, month: instant.toZonedDateTimeISO('UTC').month }
})

const meanShare = (months: readonly number[]): number => {
  const shares = samples.filter(({ month }) => months.includes(month)).map(({ outMw }) => outMw / nuclearInstalledMw)
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}

describe('the nuclear fleet over four years', () => {
  test('has 57 units and 63 GW', () => {
    expect(generatingUnits.filter(({ fuelType }) => fuelType === 'NUCLEAR')).toHaveLength(57)
    expect(Math.round(nuclearInstalledMw / 1_000)).toBe(63)
  })

  test('about a fifth is out in summer and less than a tenth in winter', () => {
    expect(meanShare([6, 7, 8])).toBeWithin(0.16, 0.24)
    expect(meanShare([12, 1, 2])).toBeWithin(0.05, 0.1)
  })

  test('the available power is never less than the generated production of that instant', () => {
    const short = samples.filter(({ instant, outMw }) => {
      const producedMw = generateQuarter(instant.epochMilliseconds).nuclear ?? 0
      return nuclearInstalledMw - outMw < producedMw
    })
    expect(short).toEqual([])
  })
})

test('a unit has no two outages at the same time: its power would count twice', () => {
  for (const { instant } of samples.filter((_, index) => index % 10 === 0)) {
    const units = holdingAt(instant).map(({ outage }) => outage.unit.index)
    expect(new Set(units).size).toBe(units.length)
  }
})

test('the same span gives the same messages, whatever larger span is requested', () => {
  const instant = Temporal.Instant.from('2026-02-01T12:00:00Z')
  const near = holdingAt(instant)
  const epochMs = instant.epochMilliseconds
  const around = { fromEpochMs: epochMs - 1_000 * hourMs, untilEpochMs: epochMs + 1_000 * hourMs }
  const far = generateMessages(around, query, instant).filter(
    ({ outage, endEpochMs }) => outage.startEpochMs <= epochMs && endEpochMs > epochMs,
  )
  expect(near.length).toBeGreaterThan(0)
  expect(far).toEqual(near)
})

import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { loadOf } from '@hexawatt/shared/methodology/schedule/load'
import { composePlanAdvice } from '@hexawatt/shared/methodology/schedule/plan-advice'
import type { PlanSlot } from '@hexawatt/shared/methodology/schedule/plan-figures'
import { type LoadPlan, planLoad } from '@hexawatt/shared/methodology/schedule/plan-load'

/** A load, ready by a time of the clock in Paris. */
export type Wanted = { energyKWh: number; powerKW: number; maxSegments: number; readyBy: string }

/** The plan of the optimiser at market prices; `pieces` are start and end of each. */
export type ExpectedPlan = {
  result: LoadPlan
  slots: readonly PlanSlot[]
  now: Temporal.Instant
  pieces: [string, string][]
}

/**
 * What the page has to answer: the optimiser on the quarter-hours of `/api/dashboard`, which are read here by another way than the page's own.
 *
 * @throws when there is no plan
 */
export function cheapestPlan({ outlook, generatedAt }: DashboardResponse, wanted: Wanted): ExpectedPlan {
  const load = loadOf({ energyKWh: wanted.energyKWh, powerKW: wanted.powerKW, durationMinutes: null })
  if (outlook === null || load === null) throw new Error('there is no forecast')
  const first = Temporal.Instant.from(outlook.start).toZonedDateTimeISO('Europe/Paris')
  const earliestEnd = first.add({ minutes: 15 * load.slots })
  const sameDay = earliestEnd.withPlainTime(wanted.readyBy)
  const end = Temporal.ZonedDateTime.compare(sameDay, earliestEnd) < 0 ? sameDay.add({ days: 1 }) : sameDay
  const count = Math.round((end.epochMilliseconds - first.epochMilliseconds) / 900_000)
  const slots = Array.from({ length: count }, (_, index): PlanSlot => {
    const at = first.add({ minutes: 15 * index })
    const [eurPerMwh, grams, basis] = [outlook.eurPerMwh[index], outlook.gCo2PerKwh[index], outlook.priceBasis[index]]
    const band = { low: null, high: null }
    return {
      startMs: at.epochMilliseconds,
      date: at.toPlainDate().toString(),
      minuteOfDay: at.hour * 60 + at.minute,
      tariffDate: at.subtract({ hours: 6 }).toPlainDate().toString(),
      price:
        eurPerMwh == null || basis == null
          ? null
          : { eurPerKwh: eurPerMwh / 1_000, ...band, basis, certainty: 'confirmed' },
      gCo2PerKwh: grams == null ? null : { central: grams, ...band },
      score: null,
      gridSignal: null,
    }
  })
  const result = planLoad({
    ...{ slots, load, objective: 'cost', estimate: 'central', tieBreak: 'early' },
    ...{ maxSegments: wanted.maxSegments, minOnSlots: 2 },
    paths: { cost: null, carbon: null, score: null },
    yesterday: slots.map(() => null),
    yesterdayGCo2PerKwh: slots.map(() => null),
  })
  if (!result.isFeasible) throw new Error('there is no plan')
  const iso = (slot: number) => new Date(first.epochMilliseconds + slot * 900_000).toISOString()
  const pieces = result.plan.segments.map((piece): [string, string] => [
    iso(piece.first),
    iso(piece.first + piece.slots),
  ])
  return { result, slots, now: Temporal.Instant.from(generatedAt), pieces }
}

/** The sentence of the API about it. */
export function expectedSentence({ result, slots, now }: ExpectedPlan, language: 'fr' | 'en'): string {
  const today = now.toZonedDateTimeISO('Europe/Paris').toPlainDate()
  const days = { today: today.toString(), tomorrow: today.add({ days: 1 }).toString() }
  const { segments } = result.plan
  const isLater = segments.length > 1 || segments[0]?.first !== 0
  // Less than 3 % is not worth waiting for.
  const worthWaiting = isLater && (result.savings.vsNow.pct ?? 0) < 3 ? false : null
  const asked = { objective: 'cost', tariff: 'spot', arePathsShipped: false } as const
  const advised = { ...result, worthWaiting }
  return composePlanAdvice({ result: advised, slots, nowMs: now.epochMilliseconds, ...days, ...asked }, language)
}

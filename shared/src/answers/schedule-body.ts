import { round2, roundHalfAwayFromZero, roundOrNull } from '../bounds/numbers.ts'
import type { SchedulePlan, ScheduleResponse, ScheduleSaving } from '../contract/planning/schedule.ts'
import type { Load } from '../methodology/schedule/load.ts'
import type { PlanFigures, PlanSlot } from '../methodology/schedule/plan-figures.ts'
import type { LoadPlan } from '../methodology/schedule/plan-load.ts'
import { computeFigureSaving, roundServedFigures, servedDecimals } from '../methodology/schedule/shown-figures.ts'
import { isoSeconds, quarterHourMs } from '../time/instant.ts'

/** Energies and powers to a tenth of a watt-hour and of a watt, euros to a hundredth of a cent. */
const roundFinely = (value: number): number => roundHalfAwayFromZero(value, servedDecimals.eur)

/** The part of `GET /v1/schedule` that a plan fills, rounded: EUR, kW and kWh to 4 decimals, grams and percentages to 2, the score whole. */
export type ScheduleBody = Pick<
  ScheduleResponse,
  'plan' | 'baselines' | 'savings' | 'alternatives' | 'comparedBy' | 'probabilityBetterThanNow' | 'worthWaiting'
>

/** Rounds a plan and writes its times. */
export function composeScheduleBody(result: LoadPlan, slots: readonly PlanSlot[], load: Load): ScheduleBody {
  const toPlan = (figures: PlanFigures): SchedulePlan => toSchedulePlan(figures, slots, load)
  const { plan, baselines, savings, alternatives, comparedBy, probabilityBetterThanNow, worthWaiting } = result
  return {
    plan: toPlan(plan),
    baselines: {
      startNow: toPlan(baselines.startNow),
      asLate: toPlan(baselines.asLate),
      worst: toPlan(baselines.worst),
      yesterday: baselines.yesterday && toPlan(baselines.yesterday),
    },
    savings: {
      vsNow: toScheduleSaving(plan, baselines.startNow, savings.vsNow.pct),
      vsYesterday: baselines.yesterday && toScheduleSaving(plan, baselines.yesterday, savings.vsYesterday?.pct ?? null),
    },
    alternatives: alternatives.map(toPlan),
    comparedBy,
    probabilityBetterThanNow: roundOrNull(probabilityBetterThanNow, round2),
    worthWaiting,
  }
}

function toSchedulePlan(
  { segments, cost, carbon, score, worstGridSignal }: PlanFigures,
  slots: readonly PlanSlot[],
  { powerKW, energyKWh, slots: slotsOfLoad }: Load,
): SchedulePlan {
  let slotsBefore = 0
  return {
    segments: segments.map((segment) => {
      const startMs = slots[segment.first]?.startMs ?? 0
      const before = roundFinely((energyKWh * slotsBefore) / slotsOfLoad)
      slotsBefore += segment.slots
      return {
        start: isoSeconds(Temporal.Instant.fromEpochMilliseconds(startMs)),
        end: isoSeconds(Temporal.Instant.fromEpochMilliseconds(startMs + segment.slots * quarterHourMs)),
        powerKW: roundFinely(powerKW),
        // The pieces sum to the energy of the plan, to the last digit.
        energyKWh: roundFinely(roundFinely((energyKWh * slotsBefore) / slotsOfLoad) - before),
      }
    }),
    energyKWh: roundFinely(energyKWh),
    cost: cost && {
      ...cost,
      eur: roundFinely(cost.eur),
      low: roundOrNull(cost.low, roundFinely),
      high: roundOrNull(cost.high, roundFinely),
    },
    carbon: carbon && {
      gCo2eq: round2(carbon.gCo2eq),
      low: roundOrNull(carbon.low, round2),
      high: roundOrNull(carbon.high, round2),
      gCo2PerKwh: round2(carbon.gCo2PerKwh),
    },
    globalScore: roundOrNull(score, (value) => roundHalfAwayFromZero(value, 0)),
    worstGridSignal,
  }
}

/** Each saving is the difference of the two served figures; the percentage is that of the unrounded figures. */
function toScheduleSaving(plan: PlanFigures, baseline: PlanFigures, pct: number | null): ScheduleSaving {
  return { ...computeFigureSaving(plan, baseline, roundServedFigures), pct: roundOrNull(pct, round2) }
}

import { round2, roundHalfAwayFromZero, roundOrNull } from '../bounds/numbers.ts'
import type { SchedulePlan, ScheduleResponse, ScheduleSaving } from '../contract/planning/schedule.ts'
import type { Load } from '../methodology/schedule/load.ts'
import type { PlanFigures, PlanSlot } from '../methodology/schedule/plan-figures.ts'
import type { LoadPlan } from '../methodology/schedule/plan-load.ts'
import { savingOfFigures, servedDecimals, servedFigures } from '../methodology/schedule/shown-figures.ts'
import { isoSeconds, quarterHourMs } from '../time/instant.ts'

/** Energies and powers to a tenth of a watt-hour and of a watt, euros to a hundredth of a cent. */
const fine = (value: number): number => roundHalfAwayFromZero(value, servedDecimals.eur)

/** The part of `GET /v1/schedule` that a plan fills, rounded: EUR, kW and kWh to 4 decimals, grams and percentages to 2, the score whole. */
export type ScheduleBody = Pick<
  ScheduleResponse,
  'plan' | 'baselines' | 'savings' | 'alternatives' | 'probabilityBetterThanNow' | 'worthWaiting'
>

/** Rounds a plan and writes its times. */
export function scheduleBody(result: LoadPlan, slots: readonly PlanSlot[], load: Load): ScheduleBody {
  const planOf = (figures: PlanFigures): SchedulePlan => schedulePlan(figures, slots, load)
  const { plan, baselines, savings, alternatives, probabilityBetterThanNow, worthWaiting } = result
  return {
    plan: planOf(plan),
    baselines: {
      startNow: planOf(baselines.startNow),
      asLate: planOf(baselines.asLate),
      worst: planOf(baselines.worst),
      yesterday: baselines.yesterday && planOf(baselines.yesterday),
    },
    savings: {
      vsNow: scheduleSaving(plan, baselines.startNow, savings.vsNow.pct),
      vsYesterday: baselines.yesterday && scheduleSaving(plan, baselines.yesterday, savings.vsYesterday?.pct ?? null),
    },
    alternatives: alternatives.map(planOf),
    probabilityBetterThanNow: roundOrNull(probabilityBetterThanNow, round2),
    worthWaiting,
  }
}

function schedulePlan(
  { segments, cost, carbon, score, worstGridSignal }: PlanFigures,
  slots: readonly PlanSlot[],
  { powerKW, energyKWh, slots: slotsOfLoad }: Load,
): SchedulePlan {
  let slotsBefore = 0
  return {
    segments: segments.map((segment) => {
      const startMs = slots[segment.first]?.startMs ?? 0
      const before = fine((energyKWh * slotsBefore) / slotsOfLoad)
      slotsBefore += segment.slots
      return {
        start: isoSeconds(Temporal.Instant.fromEpochMilliseconds(startMs)),
        end: isoSeconds(Temporal.Instant.fromEpochMilliseconds(startMs + segment.slots * quarterHourMs)),
        powerKW: fine(powerKW),
        // The pieces sum to the energy of the plan, to the last digit.
        energyKWh: fine(fine((energyKWh * slotsBefore) / slotsOfLoad) - before),
      }
    }),
    energyKWh: fine(energyKWh),
    cost: cost && {
      ...cost,
      eur: fine(cost.eur),
      low: roundOrNull(cost.low, fine),
      high: roundOrNull(cost.high, fine),
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

/** Each saving is the difference of the two figures that are served; the percentage is that of the unrounded ones. */
function scheduleSaving(plan: PlanFigures, baseline: PlanFigures, pct: number | null): ScheduleSaving {
  return { ...savingOfFigures(plan, baseline, servedFigures), pct: roundOrNull(pct, round2) }
}

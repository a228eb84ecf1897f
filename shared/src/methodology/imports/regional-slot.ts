import { recordFromEntries } from '../../bounds/record-from-entries.ts'
import { maxAgeMinutes } from '../../contract/entry/longest-ages.ts'
import { type RegionalPowerMw, type RegionCode, regionalQuantities, regions } from '../../grid/regions.ts'
import { hourMs, minuteMs } from '../../time/instant.ts'
import { sumPowerByType } from '../carbon-assessment.ts'
import { type EmissionRule, emissionRules } from '../forecast/analog-forecast.ts'
import { computeRegionalIntensity, type RegionalIntensity } from '../regional-intensity.ts'
import type { ConsumptionHour } from './consumption-hour.ts'
import { computeRegionalConsumption, type RegionalConsumption } from './regional-consumption.ts'

/** Mean power of a quarter-hour by series, from the stored values of the national mix. */
export function toPowerBySeries(values: readonly { series: string; value: number }[]): Record<string, number> {
  return Object.fromEntries(values.map(({ series, value }) => [series, value]))
}

/** A region in a quarter-hour. */
export type AssessedRegion = {
  code: RegionCode
  consumptionMw: number | null
  exchangeMw: number | null
  intensity: RegionalIntensity
}

/** National data behind the regions of one quarter-hour. */
export type SlotBasis = {
  /** MW by series of the national mix of the quarter-hour. */
  nationalMwBySeries: Readonly<Record<string, number>>
  /** Life-cycle factor by production type, gCO2eq/kWh. */
  gCo2eqPerKwhByType: Readonly<Record<string, number>>
}

const nothingKnown: RegionalPowerMw = recordFromEntries(regionalQuantities, () => null)

/** Every region of a quarter-hour on the production boundary, by code. */
export function assessRegions(
  rows: readonly { region: RegionCode; powerMw: RegionalPowerMw }[],
  { nationalMwBySeries, gCo2eqPerKwhByType }: SlotBasis,
): AssessedRegion[] {
  const basis = { nationalMw: sumPowerByType(nationalMwBySeries), gCo2eqPerKwhByType }
  return regions.map(({ code, hasNuclear }) => {
    const row = rows.find(({ region }) => region === code)
    const powerMw = row?.powerMw ?? nothingKnown
    // Without a row nothing is known of a region, its missing nuclear plants included.
    const intensity = computeRegionalIntensity(powerMw, basis, hasNuclear || row === undefined)
    return { code, consumptionMw: powerMw.consumption, exchangeMw: powerMw.exchange, intensity }
  })
}

/** Flows of the country in an hour, and the intensities of its neighbours. */
export type NationalFlows = Pick<ConsumptionHour, 'startMs' | 'borders' | 'importedTonnesPerHour'>

/** Age up to which flows of an earlier hour stand in: as old as served intensities may be. */
const maxFlowsAgeMs = maxAgeMinutes.intensity * minuteMs

/**
 * The flows that a quarter-hour takes: those of its own hour. Flows are published later than the figures of the regions: a quarter-hour after the newest
 * complete hour takes that hour. A complete hour has every border, and an intensity of every neighbour from which the country imports.
 *
 * @param hours those of {@link findFlowsSpan}
 * @returns null when its own hour is incomplete although a later one is complete, and when the newest complete hour began more than six hours ago
 */
export function findFlowsOfSlot<Hour extends NationalFlows>(
  hours: readonly Hour[],
  slotStartMs: number,
  nowMs: number,
): Hour | null {
  const ownMs = Math.floor(slotStartMs / hourMs) * hourMs
  const complete = hours.filter(isComplete)
  const own = complete.find(({ startMs }) => startMs === ownMs)
  if (own !== undefined) return own
  const newest = complete.reduce<Hour | null>(
    (found, hour) => (found && found.startMs > hour.startMs ? found : hour),
    null,
  )
  return newest !== null && newest.startMs < ownMs && newest.startMs >= nowMs - maxFlowsAgeMs ? newest : null
}

/** The hours that {@link findFlowsOfSlot} needs for the quarter-hours of a span: those after it tell a gap from hours that are not published yet. */
export function findFlowsSpan(fromMs: number, toMs: number): { fromMs: number; toMs: number } {
  return { fromMs: fromMs - maxFlowsAgeMs - hourMs, toMs: toMs + maxFlowsAgeMs }
}

function isComplete({ importedTonnesPerHour }: NationalFlows): boolean {
  return emissionRules.every((rule) => importedTonnesPerHour[rule] !== null)
}

/** Consumption boundary of all regions in a quarter-hour, by both emission rules. */
export type SlotConsumption = {
  /** Start of the hour of the flows, ms; null when none is known. */
  flowsStartMs: number | null
  exchangeResidualMw: number | null
  byRule: Record<EmissionRule, Pick<RegionalConsumption, 'poolGCo2PerKwh' | 'gCo2PerKwh'>>
}

const intensityOfRule = { lifeCycle: 'gCo2eqPerKwh', direct: 'directGCo2PerKwh' } as const satisfies Record<
  EmissionRule,
  keyof RegionalIntensity
>

/** Consumption boundary of the regions of a quarter-hour ({@link computeRegionalConsumption}), by both emission rules. */
export function assessRegionalConsumption(
  assessed: readonly AssessedRegion[],
  flows: NationalFlows | null,
): SlotConsumption {
  const compute = (rule: EmissionRule): RegionalConsumption =>
    computeRegionalConsumption(
      assessed.map(({ exchangeMw, intensity }) => ({
        exchangeMw,
        generationMw: intensity.totalGenerationMw,
        gCo2PerKwh: intensity[intensityOfRule[rule]],
      })),
      flows &&
        flows.borders.map(({ netImportMw, gCo2PerKwhByRule }) => ({ netImportMw, gCo2PerKwh: gCo2PerKwhByRule[rule] })),
    )
  const { exchangeResidualMw, ...lifeCycle } = compute('lifeCycle')
  const { poolGCo2PerKwh, gCo2PerKwh } = compute('direct')
  return {
    flowsStartMs: flows?.startMs ?? null,
    exchangeResidualMw,
    byRule: { lifeCycle, direct: { poolGCo2PerKwh, gCo2PerKwh } },
  }
}

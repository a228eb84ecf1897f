import { round2OrNull } from '../../bounds/numbers.ts'
import type { ExplainedHour } from '../../contract/explanation/explained-imports.ts'
import { toGCo2eqPerKwhByType } from '../../methodology/emission-factors.ts'
import type { BorderHour } from '../../methodology/imports/consumption-hour.ts'
import { createNeighbourFactors, type FactorsByRule } from '../../methodology/imports/neighbour-types.ts'
import {
  computeProductionIntensity,
  type PowerMwByType,
  selectYearlyIntensities,
  unmappedGCo2eqPerKwh,
} from '../../methodology/intensity.ts'
import type { StoredConsumptionHour } from '../../stored-hours/consumption-hour-store.ts'
import type { RecomputedConsumption } from '../../stored-hours/recompute-consumption.ts'
import type { StoredNeighbourHour } from '../../stored-rows/neighbour-generation-store.ts'
import { hourMs, isoSeconds } from '../../time/instant.ts'
import { toParisYear } from '../../time/paris.ts'
import { listHourSources } from './list-hour-sources.ts'

type Mix = ExplainedHour['production']
type Border = ExplainedHour['borders'][number]

/** A stored hour, term by term, from what it was computed from. */
export function explainHour(stored: StoredConsumptionHour, recomputed: RecomputedConsumption): ExplainedHour {
  const { assessment, rows } = recomputed
  const factors = createNeighbourFactors(rows.factorSet === null ? {} : toGCo2eqPerKwhByType(rows.factorSet))
  const frenchMix = Object.fromEntries(assessment.mix.map(({ productionType, powerMw }) => [productionType, powerMw]))
  const { intensity, importedTonnesPerHour: tonnes } = stored
  return {
    slotStart: formatMs(stored.startMs),
    slotEnd: formatMs(stored.startMs + hourMs),
    issuedAt: formatMs(stored.knownFromMs),
    methodologyVersion: stored.methodologyVersion,
    feed: stored.mixSource,
    production: explainMix(frenchMix, factors),
    borders: stored.borders.map((border) => explainBorder(border, stored.startMs, recomputed, factors)),
    importedMW: stored.importMw,
    importedEmissionsKg: tonnes.lifeCycle === null ? null : 1000 * tonnes.lifeCycle,
    importedDirectEmissionsKg: tonnes.direct === null ? null : 1000 * tonnes.direct,
    domesticShare: stored.domesticShare,
    unroundedGCo2PerKwh: intensity.lifeCycle,
    gCo2PerKwh: round2OrNull(intensity.lifeCycle),
    unroundedDirectGCo2PerKwh: intensity.direct,
    directGCo2PerKwh: round2OrNull(intensity.direct),
    sources: listHourSources(stored, recomputed),
  }
}

const formatMs = (atMs: number): string => isoSeconds(Temporal.Instant.fromEpochMilliseconds(atMs))

function explainMix(powerMwByType: PowerMwByType, factors: FactorsByRule): Mix {
  const mix = computeProductionIntensity(powerMwByType, factors.lifeCycle)?.mix ?? []
  const terms = mix.map(({ productionType, powerMw }) => ({
    productionType,
    powerMW: powerMw,
    gCo2PerKwh: factors.lifeCycle[productionType] ?? unmappedGCo2eqPerKwh,
    directGCo2PerKwh: factors.direct[productionType] ?? unmappedGCo2eqPerKwh,
  }))
  return {
    terms,
    sumPowerMW: terms.reduce((sum, { powerMW }) => sum + powerMW, 0),
    sumEmissionsKg: terms.reduce((sum, { powerMW, gCo2PerKwh }) => sum + powerMW * gCo2PerKwh, 0),
    sumDirectEmissionsKg: terms.reduce((sum, { powerMW, directGCo2PerKwh }) => sum + powerMW * directGCo2PerKwh, 0),
  }
}

function explainBorder(
  border: BorderHour,
  startMs: number,
  { rows, neighbours }: RecomputedConsumption,
  factors: FactorsByRule,
): Border {
  const { country, netImportMw, gCo2PerKwhByRule, basis, sourceStartMs } = border
  const source = findMix(neighbours.get(country), sourceStartMs)
  const year = toParisYear(Temporal.Instant.fromEpochMilliseconds(startMs))
  const yearly = selectYearlyIntensities(rows.countryIntensities, year).find((row) => row.country === country)
  const origin = findOrigin(border, yearly !== undefined)
  const isPublished = origin === 'published_year'
  return {
    country,
    netImportMW: netImportMw,
    countedMW: netImportMw === null ? null : Math.max(0, netImportMw),
    basis,
    origin,
    mixHour: sourceStartMs === null ? null : formatMs(sourceStartMs),
    mix: source === undefined ? null : explainMix(source.powerMwByType, factors),
    year: isPublished ? (yearly?.year ?? null) : null,
    vintage: isPublished ? (yearly?.vintage ?? null) : null,
    gCo2PerKwh: gCo2PerKwhByRule.lifeCycle,
    directGCo2PerKwh: gCo2PerKwhByRule.direct,
  }
}

function findMix(hours: readonly StoredNeighbourHour[] = [], sourceStartMs: number | null) {
  return hours.find(({ startMs }) => startMs === sourceStartMs)
}

/** A published yearly value counts for both rules; the mean of an archive differs between them. */
function findOrigin({ basis, gCo2PerKwhByRule }: BorderHour, hasYearly: boolean): Border['origin'] {
  if (basis === null) return null
  if (basis !== 'year') return 'mix'
  if (gCo2PerKwhByRule.lifeCycle !== gCo2PerKwhByRule.direct) return 'archive_mean'
  return hasYearly ? 'published_year' : 'highest_neighbour'
}

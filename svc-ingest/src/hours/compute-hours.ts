import type { CarbonAssessment } from '@hexawatt/shared/methodology/carbon-assessment'
import { operatorDirectFactors } from '@hexawatt/shared/methodology/emission-factors'
import { computeHourlyMeans } from '@hexawatt/shared/methodology/hourly-means'
import { computeProductionIntensity, selectYearlyIntensities } from '@hexawatt/shared/methodology/intensity'
import { createMethodologyVersions } from '@hexawatt/shared/methodology/versions'
import { type AssessedHours, findLeastFinal } from '@hexawatt/shared/stored-hours/hour-rows'
import type { StoredValue } from '@hexawatt/shared/stored-rows/stored-rows-store'
import { hourMs } from '@hexawatt/shared/time/instant'
import { parisDate, toParisYear, toTariffDay } from '@hexawatt/shared/time/paris'
import type { HourValues } from './hour-value-store.ts'

/** Rows of the price and of the tariff colour in some hours, each slot in its newest version. */
export type PriceRows = { prices: readonly StoredValue[]; colors: readonly StoredValue[] }

/** Values of an hour, and whether a row of generation and of the price is stored in it. */
export type ComputedHour = HourValues & { hasGeneration: boolean; hasPrice: boolean }

const priceSeries = 'PRICE'

/** Computes the values of assessed hours, in their order (docs/methodology/history.md#hours). */
export function computeHours({ rows, assessments }: AssessedHours, priceRows: PriceRows): ComputedHour[] {
  const { countryIntensities } = rows
  const prices = computeHourlyMeans(priceRows.prices).get(priceSeries)
  const colors = new Map(priceRows.colors.map((row) => [parisDate(row.slotStart).toString(), row]))
  const byHour = {
    generation_by_type: groupByHourOf(rows.generationByType),
    generation_mix_15min: groupByHourOf(rows.generationMix15min),
    physical_flows: groupByHourOf(rows.physicalFlows),
    exchange_schedules: groupByHourOf(rows.exchangeSchedules),
    prices: groupByHourOf(priceRows.prices),
  }

  function nameCarbonSources(assessment: CarbonAssessment, startMs: number, year: number): string[] {
    const { slotSource, importBasis, emissionFactors } = assessment
    const ofProduction = [
      ...nameSources('generation', byHour[slotSource].get(startMs)),
      `emissionFactors/${emissionFactors.source}`,
    ]
    if (importBasis === null) return ofProduction
    const vintages = selectYearlyIntensities(countryIntensities, year).map(({ vintage = '' }) => vintage)
    return [
      ...ofProduction,
      ...nameSources('imports', byHour[importBasis].get(startMs)),
      ...new Set(vintages.map((vintage) => `countryIntensities/${vintage}`)),
    ]
  }

  return [...assessments].map(([startMs, assessment]) => {
    const start = Temporal.Instant.fromEpochMilliseconds(startMs)
    const versions = assessment && createMethodologyVersions(assessment.importBasis)
    const color = colors.get(toTariffDay(start).toString())
    const eurPerMwh = prices?.get(startMs) ?? null
    return {
      startMs,
      productionGCo2eqPerKwh: assessment?.productionGCo2eqPerKwh ?? null,
      consumptionGCo2eqPerKwh: assessment?.consumptionGCo2eqPerKwh ?? null,
      directGCo2eqPerKwh: assessment && computeDirectIntensity(assessment),
      eurPerMwh,
      tempoColor: color?.value ?? null,
      carbonVersion: versions?.carbon ?? null,
      consumptionVersion: versions?.consumption ?? null,
      mixFinality: assessment && findLeastFinal(rows.finalities[assessment.slotSource], startMs),
      sources: [
        ...(assessment === null ? [] : nameCarbonSources(assessment, startMs, toParisYear(start))),
        ...(eurPerMwh === null ? [] : nameSources('price', byHour.prices.get(startMs))),
        ...(color === undefined ? [] : nameSources('tariffColors', [color])),
      ].sort(),
      hasGeneration: byHour.generation_by_type.has(startMs) || byHour.generation_mix_15min.has(startMs),
      hasPrice: byHour.prices.has(startMs),
    }
  })
}

function computeDirectIntensity({ mix }: CarbonAssessment): number | null {
  const powerMwByType = Object.fromEntries(mix.map(({ productionType, powerMw }) => [productionType, powerMw]))
  return computeProductionIntensity(powerMwByType, operatorDirectFactors)?.gCo2eqPerKwh ?? null
}

function groupByHourOf(rows: readonly StoredValue[]): ReadonlyMap<number, readonly StoredValue[]> {
  return Map.groupBy(rows, ({ slotStart }) => Math.floor(slotStart.epochMilliseconds / hourMs) * hourMs)
}

/** Names of the publishers of rows, each once. */
function nameSources(kind: string, rows: readonly StoredValue[] = []): string[] {
  return [...new Set(rows.map(({ publisher }) => `${kind}/${publisher}`))]
}

/**
 * What to store of an hour. A value becomes unknown only where rows that it would rest on are stored: rows that were removed take no value with them.
 *
 * @param former stored values of the hour
 * @returns null when nothing changes, or nothing is known
 */
export function mergeHour(former: HourValues | undefined, computed: ComputedHour): HourValues | null {
  const { hasGeneration, hasPrice, ...values } = computed
  if (former === undefined) return isAnythingKnown(values) ? values : null
  const merged: HourValues = {
    ...values,
    ...(hasGeneration ? {} : pickCarbon(former)),
    eurPerMwh: hasPrice ? values.eurPerMwh : former.eurPerMwh,
    tempoColor: values.tempoColor ?? former.tempoColor,
  }
  const kept = former.sources.filter((source) => {
    if (source.startsWith('price/')) return !hasPrice
    return source.startsWith('tariffColors/') ? values.tempoColor === null : !hasGeneration
  })
  const next = { ...merged, sources: [...new Set([...values.sources, ...kept])].sort() }
  return Bun.deepEquals(next, former) ? null : next
}

function pickCarbon(former: HourValues) {
  const { productionGCo2eqPerKwh, consumptionGCo2eqPerKwh, directGCo2eqPerKwh, carbonVersion, consumptionVersion } =
    former
  const intensities = { productionGCo2eqPerKwh, consumptionGCo2eqPerKwh, directGCo2eqPerKwh }
  // Of rows that were removed it is not known any more how final they were.
  const mixFinality = former.mixFinality ?? (productionGCo2eqPerKwh === null ? null : 0)
  return { ...intensities, carbonVersion, consumptionVersion, mixFinality }
}

function isAnythingKnown({ productionGCo2eqPerKwh, eurPerMwh, tempoColor }: HourValues): boolean {
  return productionGCo2eqPerKwh !== null || eurPerMwh !== null || tempoColor !== null
}

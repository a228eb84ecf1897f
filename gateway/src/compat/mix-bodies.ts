import { round1, roundHalfAwayFromZero, roundOrNull } from '@hexawatt/shared/bounds/numbers'
import type { DashboardExchanges } from '@hexawatt/shared/contract/dashboard/exchanges-and-regions'
import type { ElectricityMapsHour } from '@hexawatt/shared/contract/formats/electricity-maps-bodies'
import {
  type ElectricityMapsHomeAssistant,
  type ElectricityMapsMix,
  type ElectricityMapsPowerBreakdown,
  type GenerationSource,
  generationSources,
} from '@hexawatt/shared/contract/formats/electricity-maps-mix'
import { computeShares, divideConsumption, readGeneration, round0, splitExchanges } from './generation-mix.ts'

type FindMw = (source: string) => number | null

/** Every source with its rounded power, MW. */
function listSources(find: FindMw, round: (mw: number) => number): Record<GenerationSource, number | null> {
  const entries = generationSources.map((source) => [source, roundOrNull(find(source), round)])
  return Object.fromEntries(entries) as Record<GenerationSource, number | null>
}

/** Sources and storage in the form of version 3. Nothing is published for batteries. */
function makeBreakdown(find: FindMw) {
  return {
    ...listSources(find, round0),
    'hydro discharge': roundOrNull(find('hydro discharge'), round0),
    'battery discharge': null,
  }
}

/**
 * @param intensity body of `GET /v1/carbon/intensity`
 * @param hour shaped from the same body
 * @param exchanges of the same hour; null = unknown
 */
export function makePowerBreakdownBody(
  intensity: unknown,
  hour: ElectricityMapsHour,
  exchanges: DashboardExchanges | null,
): ElectricityMapsPowerBreakdown {
  const generated = readGeneration(intensity)
  const { imports, exports, importMw, exportMw } = splitExchanges(exchanges)
  const consumed = divideConsumption(generated, importMw, exportMw)
  const { fossilFree, renewable } = computeShares(generated)
  const { zone, datetime, updatedAt, createdAt, isEstimated, estimationMethod, temporalGranularity } = hour
  return {
    zone,
    datetime,
    updatedAt,
    createdAt,
    powerConsumptionBreakdown: makeBreakdown(consumed.find),
    powerProductionBreakdown: makeBreakdown(generated.find),
    powerImportBreakdown: imports,
    powerExportBreakdown: exports,
    fossilFreePercentage: round0(fossilFree),
    renewablePercentage: round0(renewable),
    powerConsumptionTotal: roundOrNull(consumed.totalMw, round0),
    powerProductionTotal: round0(generated.totalMw),
    powerImportTotal: roundOrNull(importMw, round0),
    powerExportTotal: roundOrNull(exportMw, round0),
    isEstimated,
    estimationMethod,
    temporalGranularity,
  }
}

/** The mix in the form of version 4; the parameters are those of {@link makePowerBreakdownBody}. */
export function makeMixBody(
  intensity: unknown,
  hour: ElectricityMapsHour,
  exchanges: DashboardExchanges | null,
): ElectricityMapsMix {
  const { find } = readGeneration(intensity)
  const { importMw, exportMw } = splitExchanges(exchanges)
  const { zone, datetime, updatedAt, isEstimated, estimationMethod, temporalGranularity } = hour
  const mix = {
    ...listSources(find, round1),
    'hydro storage': { discharge: roundOrNull(find('hydro discharge'), round1) },
    'battery storage': { discharge: null },
    flows: { exports: roundOrNull(exportMw, round0), imports: roundOrNull(importMw, round0) },
  }
  return {
    zone,
    temporalGranularity,
    unit: 'MW',
    data: [{ datetime, updatedAt, isEstimated, estimationMethod, breakdownType: 'normal', mix }],
  }
}

/** What Home Assistant's integration reads; the parameters are those of {@link makePowerBreakdownBody}. */
export function makeHomeAssistantBody(intensity: unknown, hour: ElectricityMapsHour): ElectricityMapsHomeAssistant {
  const { fossilFree } = computeShares(readGeneration(intensity))
  return {
    status: 'ok',
    countryCode: hour.zone,
    data: {
      datetime: hour.datetime,
      carbonIntensity: hour.carbonIntensity,
      fossilFuelPercentage: roundHalfAwayFromZero(100 - fossilFree, 2),
    },
    units: { carbonIntensity: 'gCO2eq/kWh' },
  }
}

import { type JsonSchema as LibrarySchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { CarbonIntensityResponse, EmissionFactorsMetadata, MixEntry } from '../contract/carbon-intensity.ts'
import { electricityMapsSchemas } from '../contract/compat/electricity-maps-bodies.ts'
import {
  DashboardAccuracy,
  DashboardCarbon,
  DashboardHour,
  DashboardResponse,
  DashboardSignalDay,
  DashboardSource,
  DashboardTariff,
  DashboardTariffDay,
  DashboardTariffOutlook,
  EnglishDetails,
  EnglishSentences,
  HeatMapDay,
  MixSlot,
  SubScoreNumbers,
} from '../contract/dashboard.ts'
import { exportSchemas } from '../contract/exports/export-bodies.ts'
import {
  AccuracyFigures,
  AccuracyResponse,
  ColorAccuracyFigures,
  ForecastAccuracy,
  NaiveAccuracy,
  PublishedIntensityFigures,
} from '../contract/forecast/accuracy.ts'
import {
  ArchivedColorPoint,
  ArchivedForecastPoint,
  ArchiveResponse,
  ColorArchiveResponse,
  ForecastArchiveResponse,
} from '../contract/forecast/forecast-archive.ts'
import {
  ColorPrices,
  ColorStockLeft,
  GridStatusDay,
  GridStatusHour,
  GridStatusResponse,
  TariffColorInForce,
  TariffOutlookDay,
  TariffOutlookResponse,
  TariffTodayResponse,
} from '../contract/grid-and-tariff.ts'
import { DashboardOutlook } from '../contract/planning/dashboard-outlook.ts'
import { OutlookIntensity, OutlookPrice, OutlookResponse, OutlookSlot } from '../contract/planning/outlook.ts'
import {
  PlanCarbon,
  PlanCost,
  PlanSegment,
  ScheduleBaselines,
  SchedulePlan,
  ScheduleResponse,
  ScheduleSaving,
  ScheduleSavings,
} from '../contract/planning/schedule.ts'
import {
  BaseTariff,
  ColorTariff,
  OffPeakTariff,
  PeriodPrices,
  PricesByColor,
  SinglePrice,
  TariffsResponse,
} from '../contract/planning/tariffs.ts'
import { ListedDemoLimits, ListedPlan, PlansResponse, ProfilesResponse, WeightingProfile } from '../contract/plans.ts'
import { ProblemDetails, problemTable, publicProblemCodes } from '../contract/problem.ts'
import { CarbonRegionsResponse, RegionIntensity, RegionMixEntry } from '../contract/regions/carbon-regions.ts'
import { EnergyScore, HourlyScore, ScoreForecast, SubScore } from '../contract/score.ts'
import {
  CoverageResponse,
  HistoryPoint,
  MethodologyBreakdownEntry,
  RankedHour,
  ScoreAnalyticsResponse,
  ScoreHistoryResponse,
} from '../contract/score-history.ts'
import { SourceStatus, StatusResponse } from '../contract/status.ts'
import { ColorProbabilities } from '../contract/values/color-probabilities.ts'
import { ScoreWeights } from '../contract/values/score-weights.ts'
import { ForecastVersionSet, MethodologyVersionSet } from '../contract/values/versions.ts'
import type { JsonSchema } from './document-types.ts'

type Schemas = Record<string, JsonSchema>

/** A reference to a component of the document. */
export const refTo = (kind: 'schemas' | 'parameters' | 'headers' | 'responses' | 'examples', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
})

/** An open object: clients must accept unknown members. */
const opened = (schema: JsonSchema = {}): JsonSchema => ({ ...schema, additionalProperties: true })

/** Name under which the document holds a schema of the contract. */
export function schemaNameOf(schema: v.GenericSchema): string {
  const found = Object.entries(namedSchemas).find(([, named]) => named === schema)
  if (found === undefined) throw new Error('a body of an operation has no name among namedSchemas')
  return found[0]
}

/**
 * Every object of the contract as JSON Schema 2020-12, which is what OpenAPI 3.1 speaks.
 *
 * @throws for a schema that JSON Schema cannot express
 */
export function componentSchemas(): Schemas {
  const converted = toJsonSchemaDefs(namedSchemas, {
    target: 'draft-2020-12',
    typeMode: 'output',
    errorMode: 'throw',
    // All JSON numbers are finite.
    ignoreActions: ['finite'],
    overrideRef: ({ referenceId }) => refTo('schemas', referenceId).$ref,
    overrideSchema: ({ jsonSchema }) => withoutAnyOfNull(jsonSchema as JsonSchema) as LibrarySchema | null,
  }) as Schemas
  const MethodologyVersionSet = opened(converted['MethodologyVersionSet'])
  const ForecastVersionSet = opened(converted['ForecastVersionSet'])
  return { ...converted, MethodologyVersionSet, ForecastVersionSet, ...problemSchemas(converted['ProblemDetails']) }
}

/** "A string or null" in one schema, which generators handle better; null = nothing to change. */
function withoutAnyOfNull({ anyOf = [], ...rest }: JsonSchema): JsonSchema | null {
  const [inner, ...others] = anyOf as JsonSchema[]
  const isNullable = others.length === 1 && others[0]?.type === 'null'
  if (!isNullable || inner === undefined || typeof inner.type !== 'string') return null
  const enumeration = inner.enum === undefined ? {} : { enum: [...inner.enum, null] }
  return { ...rest, ...inner, ...enumeration, type: [inner.type, 'null'] } as JsonSchema
}

/** Schemas of a problem, with the list of codes. */
function problemSchemas(problem: JsonSchema = {}): Schemas {
  const codes = publicProblemCodes.map(
    (code) => `- \`${code}\` (${problemTable[code].status}): ${problemTable[code].title}.`,
  )
  return {
    ProblemCode: {
      type: 'string',
      enum: publicProblemCodes,
      description: `Stable machine word of an error. Codes may be added: treat one that you do not know by its status.\n\n${codes.join('\n')}`,
    },
    ProblemDetails: opened({
      ...problem,
      properties: {
        ...problem.properties,
        type: { type: 'string', format: 'uri', description: 'Address of the page that explains the code.' },
        status: { type: 'integer', minimum: 400, maximum: 599, description: 'HTTP status of the answer.' },
        code: refTo('schemas', 'ProblemCode'),
        error: refTo('schemas', 'ProblemCode'),
      },
    }),
  }
}

/** Every object of the contract by its name in the document, bodies before their parts. */
export const namedSchemas = {
  CarbonIntensityResponse,
  MixEntry,
  EmissionFactorsMetadata,
  CarbonRegionsResponse,
  RegionIntensity,
  RegionMixEntry,
  MethodologyVersionSet,
  ForecastVersionSet,
  EnergyScore,
  SubScore,
  ScoreWeights,
  ScoreForecast,
  HourlyScore,
  ScoreHistoryResponse,
  HistoryPoint,
  MethodologyBreakdownEntry,
  ScoreAnalyticsResponse,
  RankedHour,
  ArchiveResponse,
  ForecastArchiveResponse,
  ArchivedForecastPoint,
  ColorArchiveResponse,
  ArchivedColorPoint,
  OutlookResponse,
  OutlookSlot,
  OutlookIntensity,
  OutlookPrice,
  ScheduleResponse,
  SchedulePlan,
  PlanSegment,
  PlanCost,
  PlanCarbon,
  ScheduleBaselines,
  ScheduleSavings,
  ScheduleSaving,
  GridStatusResponse,
  GridStatusDay,
  GridStatusHour,
  TariffTodayResponse,
  TariffColorInForce,
  TariffOutlookResponse,
  ColorStockLeft,
  TariffOutlookDay,
  ColorProbabilities,
  ColorPrices,
  CoverageResponse,
  AccuracyResponse,
  AccuracyFigures,
  ForecastAccuracy,
  NaiveAccuracy,
  ColorAccuracyFigures,
  PublishedIntensityFigures,
  TariffsResponse,
  BaseTariff,
  SinglePrice,
  OffPeakTariff,
  PeriodPrices,
  ColorTariff,
  PricesByColor,
  PlansResponse,
  ListedPlan,
  ListedDemoLimits,
  WeightingProfile,
  ProfilesResponse,
  StatusResponse,
  SourceStatus,
  DashboardResponse,
  DashboardHour,
  SubScoreNumbers,
  DashboardCarbon,
  MixSlot,
  HeatMapDay,
  DashboardTariff,
  DashboardTariffDay,
  DashboardTariffOutlook,
  DashboardSignalDay,
  DashboardAccuracy,
  DashboardSource,
  DashboardOutlook,
  EnglishSentences,
  EnglishDetails,
  ...exportSchemas,
  ...electricityMapsSchemas,
  ProblemDetails,
}

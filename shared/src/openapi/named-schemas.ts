import {
  CarbonIntensityResponse,
  EmissionFactorsMetadata,
  MethodologyVersionSet,
  MixEntry,
} from '../contract/carbon-intensity.ts'
import {
  DashboardCarbon,
  DashboardHour,
  DashboardResponse,
  DashboardSignalDay,
  DashboardSource,
  DashboardTariff,
  EnglishDetails,
  EnglishSentences,
  HeatMapDay,
  MixSlot,
  SubScoreNumbers,
} from '../contract/dashboard.ts'
import { GridStatusDay, GridStatusHour, GridStatusResponse } from '../contract/grid-status.ts'
import {
  ListedDemoLimits,
  ListedPlan,
  PlansResponse,
  ProfilesResponse,
  WeightingProfile,
} from '../contract/plans-response.ts'
import { ProblemDetails } from '../contract/problem.ts'
import { EnergyScore, HourlyScore, ScoreForecast, ScoreWeights, SubScore } from '../contract/score.ts'
import {
  CoverageResponse,
  HistoryPoint,
  MethodologyBreakdownEntry,
  RankedHour,
  ScoreAnalyticsResponse,
  ScoreHistoryResponse,
} from '../contract/score-history.ts'
import { SourceStatus, StatusResponse } from '../contract/status.ts'
import { TariffColorInForce, TariffTodayResponse } from '../contract/tariff-today.ts'

/** Every object of the contract under the name that it has in the document, whole bodies before their parts. */
export const namedSchemas = {
  CarbonIntensityResponse,
  MixEntry,
  EmissionFactorsMetadata,
  MethodologyVersionSet,
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
  GridStatusResponse,
  GridStatusDay,
  GridStatusHour,
  TariffTodayResponse,
  TariffColorInForce,
  CoverageResponse,
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
  DashboardSignalDay,
  DashboardSource,
  EnglishSentences,
  EnglishDetails,
  ProblemDetails,
}

import type { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon/carbon-intensity'
import type { CarbonRegionsResponse } from '@hexawatt/shared/contract/carbon/carbon-regions'
import type { RegionalDayResponse } from '@hexawatt/shared/contract/carbon/regional-day'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { CarbonExplainResponse } from '@hexawatt/shared/contract/explanation/explanation'
import type { AccuracyResponse } from '@hexawatt/shared/contract/forecast/accuracy'
import type {
  ArchivedColorPoint,
  ArchivedForecastPoint,
  ColorArchiveResponse,
  ForecastArchiveResponse,
} from '@hexawatt/shared/contract/forecast/forecast-archive'
import type {
  GridStatusResponse,
  TariffOutlookResponse,
  TariffTodayResponse,
} from '@hexawatt/shared/contract/grid-and-tariff'
import type { TariffsResponse } from '@hexawatt/shared/contract/planning/contracts'
import type { OutlookResponse } from '@hexawatt/shared/contract/planning/outlook'
import type { ScheduleResponse } from '@hexawatt/shared/contract/planning/schedule'
import type { PlansResponse, ProfilesResponse } from '@hexawatt/shared/contract/plans/plan-bodies'
import type { internalProblemCodes, ProblemCode } from '@hexawatt/shared/contract/problem'
import type * as score from '@hexawatt/shared/contract/score'
import type * as history from '@hexawatt/shared/contract/score-history'
import type { StatusResponse } from '@hexawatt/shared/contract/status'
import type * as client from '../../../clients/typescript/src/entry.ts'

// The published package has no dependency: `bun run docs` writes its types from the contract. Here the type check of the project compares each
// of them with the contract, whatever the generator does: this file does not compile when one differs.

/** Whether two types are one: also where each would be assignable to the other. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

type EachIs<Value extends boolean, Checks extends readonly Value[]> = Checks

/** The codes that customers meet. */
type PublicProblemCode = Exclude<ProblemCode, (typeof internalProblemCodes)[number]>

/** The same type written as one object. */
type Flat<Body> = { [Key in keyof Body]: Body[Key] }

/** Every body, and the codes of the problems. */
export type HeldToContract = EachIs<
  true,
  [
    Same<client.CarbonIntensity, CarbonIntensityResponse>,
    Same<client.CarbonRegions, CarbonRegionsResponse>,
    Same<client.RegionalDay, RegionalDayResponse>,
    Same<client.CarbonExplain, CarbonExplainResponse>,
    Same<client.EnergyScore, score.EnergyScore>,
    Same<client.ScoreForecast, score.ScoreForecast>,
    Same<client.ScoreHistory, history.ScoreHistoryResponse>,
    Same<client.HistoryPoint, history.HistoryPoint>,
    Same<Flat<client.StreamedHistoryPoint>, history.ExportedHistoryPoint>,
    Same<client.ScoreAnalytics, history.ScoreAnalyticsResponse>,
    Same<client.Coverage, history.CoverageResponse>,
    Same<client.ForecastArchive, ForecastArchiveResponse>,
    Same<client.ArchivedForecastPoint, ArchivedForecastPoint>,
    Same<client.ColorArchive, ColorArchiveResponse>,
    Same<client.ArchivedColorPoint, ArchivedColorPoint>,
    Same<client.Accuracy, AccuracyResponse>,
    Same<client.Outlook, OutlookResponse>,
    Same<client.Schedule, ScheduleResponse>,
    Same<client.GridStatus, GridStatusResponse>,
    Same<client.TariffToday, TariffTodayResponse>,
    Same<client.Tariffs, TariffsResponse>,
    Same<client.TariffOutlook, TariffOutlookResponse>,
    Same<client.Plans, PlansResponse>,
    Same<client.Profiles, ProfilesResponse>,
    Same<client.ServiceStatus, StatusResponse>,
    Same<client.Dashboard, DashboardResponse>,
    Same<client.ProblemCode, PublicProblemCode>,
  ]
>

/** The comparison itself sees a missing null, a missing field and a wider text. */
export type SeenDifferences = EachIs<
  false,
  [
    Same<{ a: number | null }, { a: number }>,
    Same<{ a: number; b: string }, { a: number }>,
    Same<{ a: string }, { a: 'b' }>,
  ]
>

"""Generated from the contract by `bun run docs`: edit the contract, not this file."""

from hexawatt.models.dashboard import (
    Dashboard as Dashboard,
    DashboardAccuracy as DashboardAccuracy,
    DashboardExchanges as DashboardExchanges,
    DashboardHour as DashboardHour,
    DashboardSignalDay as DashboardSignalDay,
    DashboardSource as DashboardSource,
    DashboardTariff as DashboardTariff,
    DashboardTariffDay as DashboardTariffDay,
    DashboardTariffOutlook as DashboardTariffOutlook,
    HeatMapDay as HeatMapDay,
    MixSlot as MixSlot,
    NeighbourExchange as NeighbourExchange,
)
from hexawatt.models.dashboard_parts import (
    DashboardCarbon as DashboardCarbon,
    EnglishDetails as EnglishDetails,
    EnglishSentences as EnglishSentences,
    KnownDimensions as KnownDimensions,
    SubScoreNumbers as SubScoreNumbers,
)
from hexawatt.models.explained_score import (
    ExplainedAdequacy as ExplainedAdequacy,
    ExplainedAvailability as ExplainedAvailability,
    ExplainedCapacity as ExplainedCapacity,
    ExplainedCarbonScore as ExplainedCarbonScore,
    ExplainedComposite as ExplainedComposite,
    ExplainedConfidence as ExplainedConfidence,
    ExplainedDimension as ExplainedDimension,
    ExplainedGrid as ExplainedGrid,
    ExplainedImbalance as ExplainedImbalance,
    ExplainedMargin as ExplainedMargin,
    ExplainedPrice as ExplainedPrice,
    ExplainedScore as ExplainedScore,
    ExplainedSignal as ExplainedSignal,
    ExplainedWindOrSun as ExplainedWindOrSun,
)
from hexawatt.models.explained_score_parts import (
    ExplainedScale as ExplainedScale,
    FeedId as FeedId,
    ScaleAnchor as ScaleAnchor,
)
from hexawatt.models.explanation import (
    CarbonExplain as CarbonExplain,
    ExplainedBorder as ExplainedBorder,
    ExplainedCarbon as ExplainedCarbon,
    ExplainedConsumption as ExplainedConsumption,
    ExplainedFactor as ExplainedFactor,
    ExplainedFactorSet as ExplainedFactorSet,
    ExplainedGeneration as ExplainedGeneration,
    ExplainedJointExchange as ExplainedJointExchange,
    ExplainedPayload as ExplainedPayload,
    ExplainedProduction as ExplainedProduction,
)
from hexawatt.models.forecast import (
    Accuracy as Accuracy,
    AccuracyFigures as AccuracyFigures,
    ArchivedColorPoint as ArchivedColorPoint,
    ArchivedForecastPoint as ArchivedForecastPoint,
    ArchivedQuantity as ArchivedQuantity,
    ColorAccuracyFigures as ColorAccuracyFigures,
    ColorArchive as ColorArchive,
    ForecastAccuracy as ForecastAccuracy,
    ForecastArchive as ForecastArchive,
    NaiveAccuracy as NaiveAccuracy,
    PublishedIntensityFigures as PublishedIntensityFigures,
)
from hexawatt.models.grid import (
    CarbonIntensity as CarbonIntensity,
    ColorPrices as ColorPrices,
    ColorProbabilities as ColorProbabilities,
    ColorStockLeft as ColorStockLeft,
    EmissionFactors as EmissionFactors,
    GridStatus as GridStatus,
    GridStatusDay as GridStatusDay,
    GridStatusHour as GridStatusHour,
    MethodologyVersions as MethodologyVersions,
    TariffColorInForce as TariffColorInForce,
    TariffOutlook as TariffOutlook,
    TariffOutlookDay as TariffOutlookDay,
    TariffToday as TariffToday,
)
from hexawatt.models.grid_parts import (
    GridSignalStatus as GridSignalStatus,
    MixEntry as MixEntry,
    TariffColor as TariffColor,
)
from hexawatt.models.hours import Hours as Hours, HoursSource as HoursSource, HoursVersions as HoursVersions
from hexawatt.models.planning import (
    DashboardOutlook as DashboardOutlook,
    Outlook as Outlook,
    OutlookSlot as OutlookSlot,
    PlanCarbon as PlanCarbon,
    PlanCost as PlanCost,
    PlanSegment as PlanSegment,
    Schedule as Schedule,
    ScheduleBaselines as ScheduleBaselines,
    SchedulePlan as SchedulePlan,
    ScheduleSaving as ScheduleSaving,
    ScheduleSavings as ScheduleSavings,
)
from hexawatt.models.planning_parts import (
    OutlookIntensity as OutlookIntensity,
    OutlookPrice as OutlookPrice,
    PriceCertainty as PriceCertainty,
)
from hexawatt.models.regions import (
    CarbonRegions as CarbonRegions,
    DashboardRegion as DashboardRegion,
    DashboardRegions as DashboardRegions,
    RegionCode as RegionCode,
    RegionIntensity as RegionIntensity,
    RegionMixEntry as RegionMixEntry,
)
from hexawatt.models.score import (
    Dimension as Dimension,
    EnergyScore as EnergyScore,
    ForecastVersions as ForecastVersions,
    HourlyScore as HourlyScore,
    ScoreForecast as ScoreForecast,
    ScoreLevel as ScoreLevel,
    ScoreWeights as ScoreWeights,
    SubScore as SubScore,
)
from hexawatt.models.score_history import (
    Coverage as Coverage,
    Granularity as Granularity,
    HistoryPoint as HistoryPoint,
    MethodologyBreakdownEntry as MethodologyBreakdownEntry,
    PointProvenance as PointProvenance,
    RankedHour as RankedHour,
    ScoreAnalytics as ScoreAnalytics,
    ScoreHistory as ScoreHistory,
)
from hexawatt.models.service import (
    DemoLimits as DemoLimits,
    Incident as Incident,
    LoadedPast as LoadedPast,
    Plan as Plan,
    Plans as Plans,
    Profile as Profile,
    Profiles as Profiles,
    ServiceStatus as ServiceStatus,
    SourceStatus as SourceStatus,
)
from hexawatt.models.service_parts import (
    DataMode as DataMode,
    IncidentState as IncidentState,
    IncidentSubject as IncidentSubject,
    ProblemCode as ProblemCode,
    ProfileName as ProfileName,
    PublisherId as PublisherId,
    SourceId as SourceId,
)
from hexawatt.models.tariffs import (
    AdderProfile as AdderProfile,
    ContractCertainty as ContractCertainty,
    ContractKind as ContractKind,
    ContractPeriod as ContractPeriod,
    ContractSeason as ContractSeason,
    ContractVersion as ContractVersion,
    DayKind as DayKind,
    PricedColor as PricedColor,
    PricesByPower as PricesByPower,
    Subscription as Subscription,
    Tariffs as Tariffs,
)

import {
  DashboardSignalDay,
  DashboardTariff,
  DashboardTariffDay,
  DashboardTariffOutlook,
} from '../dashboard/colors-and-signals.ts'
import { DashboardConsumption } from '../dashboard/consumed-hour.ts'
import {
  DashboardExchanges,
  DashboardRegion,
  DashboardRegions,
  NeighbourExchange,
} from '../dashboard/exchanges-and-regions.ts'
import {
  DashboardAccuracy,
  DashboardCarbon,
  DashboardHour,
  DashboardResponse,
  DashboardSource,
  EnglishDetails,
  EnglishSentences,
  HeatMapDay,
  MixSlot,
} from '../dashboard.ts'
import { operation } from '../entry/operation.ts'
import { DashboardOutlook } from '../planning/dashboard-outlook.ts'
import { Incident } from '../status.ts'
import { KnownDimensions, SubScoreNumbers } from '../values/by-dimension.ts'

/** The list columns of the outlook. */
const outlookLists = Object.entries(DashboardOutlook.entries).flatMap(([name, { type }]) =>
  type === 'array' ? [['outlook', name]] : [],
)

export const getDashboard = operation({
  id: 'getDashboard',
  path: '/api/dashboard',
  owner: 'gateway',
  needsKey: false,
  response: DashboardResponse,
  schemas: {
    DashboardResponse,
    DashboardHour,
    SubScoreNumbers,
    KnownDimensions,
    DashboardCarbon,
    MixSlot,
    HeatMapDay,
    DashboardTariff,
    DashboardTariffDay,
    DashboardTariffOutlook,
    DashboardSignalDay,
    DashboardExchanges,
    NeighbourExchange,
    DashboardConsumption,
    DashboardRegions,
    DashboardRegion,
    DashboardAccuracy,
    DashboardSource,
    DashboardOutlook,
    EnglishSentences,
    EnglishDetails,
    Incident,
  },
  clientFile: 'dashboard',
  clientFiles: {
    DashboardConsumption: 'hours',
    Incident: 'service',
    DashboardOutlook: 'planning',
    DashboardExchanges: 'regions',
    NeighbourExchange: 'regions',
    DashboardRegions: 'regions',
    DashboardRegion: 'regions',
  },
  saysConfidence: true,
  chapter: 'Service',
  summary: 'Data of the dashboard page: current values, next 48 or 72 hours, last 24 hours and last six weeks',
  notes:
    'National weighting; no key; rate-limited per client address. The values are those of the other endpoints and change at most about once a minute: poll no more often, with If-None-Match. score, carbon, exchanges, regions and signals are null or empty when their endpoints answer with an error.',
  cutInExample: [['hours'], ...outlookLists, ['mix'], ['heatMap'], ['sources']],
})

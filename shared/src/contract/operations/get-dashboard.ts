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
} from '../dashboard.ts'
import { operation } from '../entry/operation.ts'
import { DashboardOutlook } from '../planning/dashboard-outlook.ts'

/** The columns of the outlook, which are lists. */
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
  },
  clientFile: 'dashboard',
  saysConfidence: true,
  chapter: 'Service',
  summary: 'Everything that the page at / shows: now, the next 48 hours, the last 24 hours and six weeks',
  notes:
    'National weighting, no key, limited per client address. The same numbers as those of the other endpoints, written about once a minute: poll it with If-None-Match no more often. score, carbon and signals are null or empty where those endpoints refuse.',
  cutInExample: [['hours'], ...outlookLists, ['mix'], ['heatMap'], ['sources']],
})

import type { OperationId } from '@hexawatt/shared/contract/operations'
import { DashboardOutlook } from '@hexawatt/shared/contract/planning/dashboard-outlook'

/** How many elements of a long list an example shows. */
const shownElements = 3

/** The columns of the dashboard's outlook. */
const outlookLists = Object.entries(DashboardOutlook.entries).flatMap(([name, { type }]) =>
  type === 'array' ? [['outlook', name]] : [],
)

/** Lists that are cut in the example of an operation, by the names on the way to them; `*` = in every element of a list, no name = the body itself. */
const longLists: Readonly<Partial<Record<OperationId, readonly (readonly string[])[]>>> = {
  getCarbonIntensity: [['mix']],
  getCarbonRegions: [['regions', '*', 'mix']],
  getGridStatus: [['days', '*', 'hours']],
  getScoreHistory: [['points']],
  getForecastArchive: [['points']],
  getAccuracy: [['figures'], ['tariffColors']],
  getOutlook: [['slots']],
  getSchedule: [['alternatives']],
  getTariffOutlook: [['days']],
  getTariffs: [['tariffs']],
  getStatus: [['sources']],
  getEvccExport: [[]],
  getEmhassExport: [[]],
  getCarbonAwareSdkExport: [[]],
  getElectricityMapsForecast: [['forecast']],
  getElectricityMapsHistory: [['history']],
  getElectricityMapsPastRange: [['data']],
  getDashboard: [['hours'], ...outlookLists, ['mix'], ['heatMap'], ['sources']],
}

/** The body with its long lists cut; what is cut is still an answer of the same shape. */
export function shortened(operation: OperationId, body: unknown): unknown {
  return (longLists[operation] ?? []).reduce<unknown>((whole, way) => cut(whole, way), body)
}

/** The first elements of a list, or members of a map. */
function cutHere(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, shownElements)
  return Object.fromEntries(Object.entries(Object(value)).slice(0, shownElements))
}

function cut(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return cutHere(value)
  if (name === '*' && Array.isArray(value)) return value.map((element) => cut(element, rest))
  if (typeof value !== 'object' || value === null || !(name in value)) throw new Error(`there is no ${name} to cut`)
  return { ...value, [name]: cut(Object.entries(value).find(([key]) => key === name)?.[1], rest) }
}

import {
  ElectricityMapsForecast,
  ElectricityMapsHistory,
  ElectricityMapsHour,
  ElectricityMapsPastRange,
  ElectricityMapsZones,
} from './electricity-maps-bodies.ts'

/** Where the façade begins; below it stand the paths of the original. */
export const electricityMapsBase = '/compat/electricitymaps/v3'

const place = ['zone', 'lat', 'lon'] as const
const placeAndFactors = [...place, 'emissionFactorType'] as const

/** What all have in common: the gateway shapes them from the answers of other operations, under the rights of those. */
const ofFacade = { method: 'GET', owner: 'gateway', needsKey: true, exportedAs: 'application/json' } as const

/** The façade of Electricity Maps (decisions §8), for programs that speak its interface. */
export const electricityMapsOperations = [
  {
    ...ofFacade,
    id: 'getElectricityMapsLatest',
    path: `${electricityMapsBase}/carbon-intensity/latest`,
    queryParameters: placeAndFactors,
    response: ElectricityMapsHour,
    summary: 'Carbon intensity of the newest published hour, in the form of Electricity Maps',
  },
  {
    ...ofFacade,
    id: 'getElectricityMapsForecast',
    path: `${electricityMapsBase}/carbon-intensity/forecast`,
    queryParameters: placeAndFactors,
    response: ElectricityMapsForecast,
    summary: 'Carbon intensity of the coming hours, in the form of Electricity Maps',
  },
  {
    ...ofFacade,
    id: 'getElectricityMapsHistory',
    path: `${electricityMapsBase}/carbon-intensity/history`,
    isClosedToDemo: true,
    queryParameters: placeAndFactors,
    response: ElectricityMapsHistory,
    summary: 'Carbon intensity of the last 24 published hours, in the form of Electricity Maps',
  },
  {
    ...ofFacade,
    id: 'getElectricityMapsPastRange',
    path: `${electricityMapsBase}/carbon-intensity/past-range`,
    isClosedToDemo: true,
    queryParameters: [...placeAndFactors, 'start', 'end'],
    response: ElectricityMapsPastRange,
    summary: 'Carbon intensity of a range of the past, in the form of Electricity Maps',
  },
  {
    ...ofFacade,
    id: 'getElectricityMapsZones',
    path: `${electricityMapsBase}/zones`,
    queryParameters: [],
    response: ElectricityMapsZones,
    summary: 'The one zone, and what the key may ask of it, in the form of Electricity Maps',
  },
] as const

/** The rectangle around mainland France and Corsica, degrees: a place outside of it is certainly in another zone. */
export const placeBounds = { lat: [41.3, 51.1], lon: [-5.2, 9.6] } as const

/** Longest range of `past-range`, days: that of the original's hourly values. */
export const maxPastRangeDays = 10

const ids: ReadonlySet<string> = new Set(electricityMapsOperations.map(({ id }) => id))
const idsOfPast: ReadonlySet<string> = new Set(
  electricityMapsOperations.filter((operation) => 'isClosedToDemo' in operation).map(({ id }) => id),
)

/** Whether an operation belongs to the façade: it takes the key as `auth-token` too, and ignores parameters that it does not know. */
export function isFacade({ id }: { id: string }): boolean {
  return ids.has(id)
}

/** Whether it is shaped from the history, which is a stream. */
export function isFacadeOfPast({ id }: { id: string }): boolean {
  return idsOfPast.has(id)
}

/** Base path of the Electricity Maps façade; the paths below it are those of the Electricity Maps API. */
export const electricityMapsBase = '/compat/electricitymaps/v3'

/** Rectangle around mainland France and Corsica, degrees: a place outside of it is certainly in another zone. */
export const placeBounds = { lat: [41.3, 51.1], lon: [-5.2, 9.6] } as const

/** Longest range of `past-range`, days: the limit of Electricity Maps for hourly values. */
export const maxPastRangeDays = 10

/** Where the façade of Electricity Maps begins; below it stand the paths of the original. */
export const electricityMapsBase = '/compat/electricitymaps/v3'

/** The rectangle around mainland France and Corsica, degrees: a place outside of it is certainly in another zone. */
export const placeBounds = { lat: [41.3, 51.1], lon: [-5.2, 9.6] } as const

/** Longest range of `past-range`, days: that of the original's hourly values. */
export const maxPastRangeDays = 10

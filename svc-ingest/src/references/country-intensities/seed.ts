import type { CountryIntensity } from '@hexawatt/shared/methodology/consumption-intensity'

export const intensitySource = 'Ember, yearly electricity data (CC BY 4.0)'

/** Release the seed values belong to: the year 2024 as published in August 2025. */
export const seedVintage = '2025-08'

/** Yearly life-cycle intensity of France's neighbours, gCO2eq/kWh: ships with the product for a first start offline. */
export const seedIntensities: readonly CountryIntensity[] = [
  { country: 'BE', year: 2024, gCo2eqPerKwh: 117.58 },
  { country: 'CH', year: 2024, gCo2eqPerKwh: 36.72 },
  { country: 'DE', year: 2024, gCo2eqPerKwh: 342.06 },
  { country: 'ES', year: 2024, gCo2eqPerKwh: 146.15 },
  { country: 'GB', year: 2024, gCo2eqPerKwh: 215.79 },
  { country: 'IT', year: 2024, gCo2eqPerKwh: 287.75 },
  { country: 'LU', year: 2024, gCo2eqPerKwh: 134.62 },
]

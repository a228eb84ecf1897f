import type { YearlyIntensity } from '../subjects/grid-source.ts'

/**
 * Yearly intensity of France and its neighbours, gCO2eq/kWh, latest vintage found in public for each year.
 * Source: Ember, CC BY 4.0, through the tables of co2.js (pulled 2024-02, 2025-01 and 2025-08).
 */
const table: readonly (readonly [entity: string, iso3: string, y2022: number, y2023: number, y2024: number])[] = [
  ['France', 'FRA', 78.81, 55.24, 44.18],
  ['United Kingdom', 'GBR', 255.85, 228.25, 215.79],
  ['Belgium', 'BEL', 139.79, 135.11, 117.58],
  ['Germany', 'DEU', 420.06, 371.43, 342.06],
  ['Switzerland', 'CHE', 36.14, 29.56, 36.72],
  ['Italy', 'ITA', 378.45, 323.71, 287.75],
  ['Spain', 'ESP', 217.77, 169.77, 146.15],
  ['Luxembourg', 'LUX', 144.07, 122.3, 134.62],
  ['Ireland', 'IRL', 333.23, 284.89, 279.79],
  ['Netherlands', 'NLD', 324.99, 268.68, 252.7],
  ['Austria', 'AUT', 141.79, 112.07, 102.62],
]

/** The table as rows, one per country and year. */
export const countryIntensities: readonly YearlyIntensity[] = table.flatMap(([entity, countryCode, ...values]) =>
  values.map((gCo2eqPerKwh, index) => ({ entity, countryCode, year: 2022 + index, gCo2eqPerKwh })),
)

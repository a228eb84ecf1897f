import type { CountryIntensity } from '@hexawatt/shared/methodology/intensity'
import type { Statements } from '@hexawatt/shared/postgres/client'

export type IntensityRelease = { source: string; vintage: string; knownFrom: Temporal.Instant }

/**
 * Adds a row for each value that differs from the newest known one of its country and year: a publisher's revision is
 * added in addition to the former value and never replaces it.
 *
 * @returns how many rows were added
 */
export async function addCountryIntensities(
  sql: Statements,
  { source, vintage, knownFrom }: IntensityRelease,
  intensities: readonly CountryIntensity[],
): Promise<number> {
  const added = await sql`
    insert into country_intensities (country, year, vintage, g_co2eq_per_kwh, source, known_from)
    select incoming.country, incoming.year, ${vintage}, incoming.g_co2eq_per_kwh, ${source}, ${knownFrom}
    from unnest(
      ${intensities.map(({ country }) => country)}::text[],
      ${intensities.map(({ year }) => year)}::integer[],
      ${intensities.map(({ gCo2eqPerKwh }) => gCo2eqPerKwh)}::double precision[]
    ) as incoming (country, year, g_co2eq_per_kwh)
    left join lateral (
      select stored.g_co2eq_per_kwh from country_intensities stored
      where stored.country = incoming.country and stored.year = incoming.year and stored.known_from <= ${knownFrom}
      order by stored.known_from desc limit 1
    ) newest on true
    where incoming.g_co2eq_per_kwh is distinct from newest.g_co2eq_per_kwh
    on conflict do nothing`
  return added.count
}

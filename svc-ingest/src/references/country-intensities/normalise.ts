import type { CountryIntensity } from '@hexawatt/shared/methodology/intensity'
import * as v from 'valibot'
import { UpstreamError } from '../../upstream/upstream-error.ts'

/** Body of the yearly intensities: the year is a text, values may be null, aggregates have no code. */
const YearlyIntensitiesPayload = v.object({
  data: v.array(
    v.object({
      entity_code: v.nullish(v.string()),
      date: v.pipe(v.string(), v.regex(/^\d{4}$/), v.transform(Number)),
      emissions_intensity_gco2_per_kwh: v.nullish(v.pipe(v.number(), v.finite())),
    }),
  ),
})

/** ISO-3 code of the publisher → ISO-2 code of the product, for every country that can export to France. */
export const countryByIso3: Readonly<Record<string, string>> = {
  BEL: 'BE',
  CHE: 'CH',
  DEU: 'DE',
  ESP: 'ES',
  GBR: 'GB',
  ITA: 'IT',
  LUX: 'LU',
}

/** No country's yearly mean lies above this (gCO2eq/kWh). */
const maxGCo2eqPerKwh = 1_500

/** Yearly intensities of the neighbours; a year without a value is left out. @throws UpstreamError `unusable` */
export function normaliseYearlyIntensities(payload: unknown): CountryIntensity[] {
  const parsed = v.safeParse(YearlyIntensitiesPayload, payload)
  if (!parsed.success) throw new UpstreamError('unusable', 'the yearly intensities are not in the agreed shape')
  const intensities = parsed.output.data.flatMap((row) => {
    const country = countryByIso3[row.entity_code ?? '']
    const gCo2eqPerKwh = row.emissions_intensity_gco2_per_kwh
    return country === undefined || gCo2eqPerKwh == null ? [] : [{ country, year: row.date, gCo2eqPerKwh }]
  })
  const implausible = intensities.find(({ gCo2eqPerKwh }) => gCo2eqPerKwh < 0 || gCo2eqPerKwh > maxGCo2eqPerKwh)
  if (implausible !== undefined) {
    throw new UpstreamError('unusable', `implausible yearly intensity: ${JSON.stringify(implausible)}`)
  }
  if (intensities.length === 0)
    throw new UpstreamError('unusable', 'the yearly intensities hold no neighbour of France')
  return intensities
}

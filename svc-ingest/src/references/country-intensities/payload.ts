import * as v from 'valibot'

/** Body of the yearly intensities (`upstream.md` §5): the year is a text, values may be null, aggregates have no code. */
export const YearlyIntensitiesPayload = v.object({
  data: v.array(
    v.object({
      entity_code: v.nullish(v.string()),
      date: v.pipe(v.string(), v.regex(/^\d{4}$/), v.transform(Number)),
      emissions_intensity_gco2_per_kwh: v.nullish(v.pipe(v.number(), v.finite())),
    }),
  ),
})

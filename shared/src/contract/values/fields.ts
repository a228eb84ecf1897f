import * as v from 'valibot'

/** Instant in UTC, seconds precision, `Z`. */
export const UtcTimestamp = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, 'ISO 8601 UTC, seconds, Z'),
  v.metadata({ format: 'date-time' }),
)

/** Instant in UTC that a client requested: seconds, with the fraction of a second that the client gave. */
export const RequestedTimestamp = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(?:\d{3}){1,3})?Z$/, 'ISO 8601 UTC, seconds and their fraction, Z'),
  v.metadata({ format: 'date-time' }),
)

/** Calendar date without time. */
export const IsoDate = v.pipe(v.string(), v.isoDate())

export const FiniteNumber = v.pipe(v.number(), v.finite())

export const Int32 = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(-(2 ** 31)),
  v.maxValue(2 ** 31 - 1),
  v.metadata({ format: 'int32' }),
)

/** The schema with a description for integrators: meaning, unit, meaning of null. The documentation is generated from it; validation is unchanged. */
export function described<const Schema extends v.GenericSchema>(schema: Schema, text: string) {
  return v.pipe(schema, v.description<v.InferOutput<Schema>, string>(text))
}

/** The schema, documented as an object that may get more members: clients must accept unknown members. Validation is unchanged. */
export function documentedAsOpen<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(
    schema,
    v.metadata<v.InferOutput<Schema>, { additionalProperties: true }>({ additionalProperties: true }),
  )
}

/** Request ids accepted from clients: short, and safe in headers and logs. */
export const requestIdPattern = /^[A-Za-z0-9._-]{8,64}$/

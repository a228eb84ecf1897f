const time = String.raw`\d\d:\d\d:\d\d`

/** The form in use (RFC 9110 §5.6.7), and the older one that names its zone. */
const withZone = new RegExp(String.raw`^[A-Z][a-z]+, \d\d(?: [A-Z][a-z]{2} \d{4}|-[A-Z][a-z]{2}-\d\d) ${time} GMT$`)
/** The other one that is still to be read: it names no zone and means GMT. */
const withoutZone = new RegExp(String.raw`^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d ${time} \d{4}$`)

/** An instant as headers write it: whole seconds, what is smaller cut off. */
export function httpDate(epochMs: number): string {
  return new Date(epochMs).toUTCString()
}

/** The instant of a header, ms since the epoch; null for what is no HTTP date, although JavaScript might read one out of it. */
export function parseHttpDate(text: string): number | null {
  const epochMs = withZone.test(text)
    ? Date.parse(text)
    : withoutZone.test(text)
      ? Date.parse(`${text} GMT`)
      : Number.NaN
  return Number.isNaN(epochMs) ? null : epochMs
}

/** A field of a `security.txt`. */
export type SecurityField = { name: string; value: string }

/** Fields that the standard knows, and how often each may stand in one file. */
const knownFields: Readonly<Record<string, 'once' | 'often'>> = {
  acknowledgments: 'often',
  canonical: 'often',
  contact: 'often',
  encryption: 'often',
  expires: 'once',
  hiring: 'often',
  policy: 'often',
  'preferred-languages': 'once',
}

/** A URI with a scheme, in the characters that RFC 3986 allows; `%` only before two hexadecimal digits. */
const uri = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+$/
/** A date-time of RFC 3339. */
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i
/** Language tags of RFC 5646, separated by commas. */
const languageTags = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*(?:[ \t]*,[ \t]*[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*)*$/

/**
 * Reads an unsigned `security.txt` by the grammar of RFC 9116, section 4, and by its rules on how often a field may stand.
 * @throws an Error that names the first line or rule that does not hold
 */
export function parseSecurityTxt(text: string, nowMs: number): SecurityField[] {
  if (!text.endsWith('\n')) throw new Error('the last line does not end')
  const lines = text.split(/\r?\n/).slice(0, -1)
  const fields = lines.filter((line) => !/^[ \t]*$|^#/.test(line)).map(readField)
  for (const [name, times] of Object.entries(knownFields)) {
    const count = fields.filter((field) => field.name === name).length
    if (times === 'once' && count > 1) throw new Error(`${name} stands ${count} times`)
  }
  for (const name of ['contact', 'expires']) {
    if (!fields.some((field) => field.name === name)) throw new Error(`${name} is missing`)
  }
  const expiresMs = Date.parse(fields.find(({ name }) => name === 'expires')?.value ?? '')
  if (!(expiresMs > nowMs)) throw new Error('has expired')
  if (expiresMs - nowMs > 365 * 86_400_000) throw new Error('expires in more than a year')
  return fields
}

function readField(line: string): SecurityField {
  const [, spelt = '', value = ''] = line.match(/^([!-9;-~]+): (.+?)[ \t]*$/) ?? []
  const name = spelt.toLowerCase()
  if (name === '') throw new Error(`no field: ${line}`)
  if (name === 'expires' && !dateTime.test(value)) throw new Error(`no date-time: ${line}`)
  if (name === 'preferred-languages' && !languageTags.test(value)) throw new Error(`no language tags: ${line}`)
  const isUri = name in knownFields && name !== 'expires' && name !== 'preferred-languages'
  if (isUri && (!uri.test(value) || /^http:/i.test(value)))
    throw new Error(`no URI, or one without encryption: ${line}`)
  return { name, value }
}

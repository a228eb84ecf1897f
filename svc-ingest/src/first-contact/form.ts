import { unzipSync } from 'fflate'

/** Number of elements of an array that are examined, evenly spread: rows of one answer are alike, but future rows hold nulls. */
const seenElements = 200
/** A place lists its different texts (types, countries, units) when there are at most this many, each at most this long. */
const [maxNamedTexts, maxNamedChars] = [16, 40]
/** Most places of a form. */
const maxPlaces = 300
/** A file in an archive that unpacks to more is not looked at, bytes. */
const maxUnpackedBytes = 64 * 1024 * 1024
/** Characters of a header line. */
const maxHeaderChars = 4_000

/** Dates in keys are replaced, so that all days are one place. */
const datePattern = /\d{4}-\d\d-\d\d/g

/** Types and texts that a place of the answers holds. */
type Held = { types: Set<string>; texts: Set<string> }

/** Form of a JSON value, sorted: each place with the types that it holds, and its texts where they are few (`[].unit: string ("MW")`). */
export function describeJsonForm(json: unknown): string[] {
  const byPlace = new Map<string, Held>()
  walk(json, '', byPlace)
  return [...byPlace].map(([place, held]) => `${place || 'root'}: ${describeHeld(held)}`).toSorted()
}

function describeHeld({ types, texts }: Held): string {
  const isNamed =
    texts.size > 0 && texts.size <= maxNamedTexts && [...texts].every((text) => text.length <= maxNamedChars)
  const names = isNamed
    ? ` (${[...texts]
        .toSorted()
        .map((text) => JSON.stringify(text))
        .join(', ')})`
    : ''
  return `${[...types].toSorted().join(' | ')}${names}`
}

function walk(value: unknown, place: string, byPlace: Map<string, Held>): void {
  const held = byPlace.get(place) ?? { types: new Set(), texts: new Set() }
  if (held.types.size === 0 && byPlace.size >= maxPlaces) return
  byPlace.set(place, held)
  held.types.add(describeType(value))
  if (typeof value === 'string' && held.texts.size <= maxNamedTexts) held.texts.add(value)
  if (Array.isArray(value)) {
    const step = Math.max(1, Math.floor(value.length / seenElements))
    for (let at = 0; at < value.length; at += step) walk(value[at], `${place}[]`, byPlace)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      const name = key.replaceAll(datePattern, '<date>')
      walk(member, place === '' ? name : `${place}.${name}`, byPlace)
    }
  }
}

function describeType(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** Form of an archive: its files, each with the header line of its table. Empty when it is none. */
export function describeArchiveForm(body: Uint8Array): string[] {
  try {
    const files = unzipSync(body, { filter: ({ originalSize }) => originalSize <= maxUnpackedBytes })
    return Object.entries(files).map(([name, content]) => {
      const [header = ''] = Buffer.from(content.subarray(0, maxHeaderChars)).toString('latin1').split(/\r?\n/, 1)
      return `${name}: ${header}`
    })
  } catch {
    return []
  }
}

/** Form of a text table: its header line. Empty when the first line has no columns. */
export function describeTableForm(body: Uint8Array): string[] {
  const [header = ''] = Buffer.from(body.subarray(0, maxHeaderChars)).toString('latin1').split(/\r?\n/, 1)
  return header.includes(';') ? [header] : []
}

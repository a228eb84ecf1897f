import { parseWeightedValue } from './weighted-value.ts'

/** Ranges of an Accept header that are read; real headers have far fewer. */
const maxRanges = 32

/**
 * Whether the client asks for a page rather than for data, as browsers do that follow a link: it names HTML, and no JSON that it likes as much or better.
 * `*` names nothing: a program that accepts everything gets data.
 */
export function prefersPage({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const ranges = (headers.get('accept') ?? '').split(',', maxRanges).map(parseWeightedValue)
  const page = ranges.find(({ value }) => value === 'text/html')?.quality ?? 0
  return page > 0 && ranges.every(({ value, quality }) => !value.endsWith('json') || quality < page)
}

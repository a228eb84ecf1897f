import { type EventKind, eventKinds } from '../formats/live-events.ts'
import { parameter, parsedText } from './parameter.ts'

function findKinds(text: string): ReadonlySet<EventKind> | null {
  const names = text.split(',')
  const known = eventKinds.filter((kind) => names.includes(kind))
  return names.every((name) => known.some((kind) => kind === name)) ? new Set(known) : null
}

/** Parameters of `GET /v1/events`. */
export const eventParameters = {
  kinds: parameter(parsedText(findKinds, `a comma-separated list of ${eventKinds.join(', ')}`), {
    description: `Kinds of events, separated by commas: ${eventKinds.join(', ')}. Default: all kinds.`,
    example: 'score,grid',
  }),
}

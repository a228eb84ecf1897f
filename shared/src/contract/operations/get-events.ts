import * as v from 'valibot'
import { operation } from '../entry/operation.ts'
import {
  countedEverySeconds,
  eventKinds,
  eventOperations,
  heartbeatSeconds,
  limitEvent,
} from '../formats/live-events.ts'
import { eventParameters } from '../query/event-parameters.ts'
import { getCarbonIntensity } from './get-carbon-intensity.ts'
import { getGridStatus } from './get-grid-status.ts'
import { getOutlook } from './get-outlook.ts'
import { getScore } from './get-score.ts'
import { getTariffToday } from './get-tariff-today.ts'

/** The operations whose bodies the events carry. */
const eventSources = { getScore, getCarbonIntensity, getOutlook, getGridStatus, getTariffToday }
const kinds = eventKinds.map((kind) => `${kind} (${eventSources[eventOperations[kind]].path})`).join(', ')

export const getEvents = operation({
  id: 'getEvents',
  path: '/v1/events',
  kind: 'events',
  owner: 'gateway',
  needsKey: true,
  isClosedToDemo: true,
  query: v.strictObject(eventParameters),
  chapter: 'Events',
  summary: 'Score, carbon intensity, outlook, grid signal and tariff colour as they change, as server-sent events',
  notes: `Server-sent events (text/event-stream, uncompressed). Each event has its kind as its name and as data the JSON that GET of its path answers the same key: ${kinds}. The newest of each kind comes at once, and then each one as it changes; a kind that GET refuses comes as soon as there is one. The id of an event names what was received of every kind: sent back as Last-Event-ID to any gateway it brings exactly what is newer. Every ${heartbeatSeconds} seconds a comment keeps the connection open. The stream counts as one request when it opens and as one more every ${countedEverySeconds / 60} minutes; at a limit the event ${limitEvent}, whose data are the problem body, ends it. An account has a bounded number of streams (429 too_many_streams); a listener that does not read, or whose key no longer holds, is ended. retry says after how many milliseconds to come back. Not with the demo key. EventSource of browsers cannot send a key: use fetch, or a library that reads events over it, such as the TypeScript client.`,
  exampleQuery: 'kinds=tariff',
})

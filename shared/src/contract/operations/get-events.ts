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
import { getCarbonConsumption } from './get-carbon-consumption.ts'
import { getCarbonIntensity } from './get-carbon-intensity.ts'
import { getEvccExport } from './get-evcc-export.ts'
import { getGridStatus } from './get-grid-status.ts'
import { getOutlook } from './get-outlook.ts'
import { getScore } from './get-score.ts'
import { getTariffToday } from './get-tariff-today.ts'

/** Operations whose bodies the events carry. */
const eventSources = {
  getScore,
  getCarbonIntensity,
  getOutlook,
  getGridStatus,
  getTariffToday,
  getEvccExport,
  getCarbonConsumption,
}
const kinds = eventKinds
  .map((kind) => `${kind} (${eventSources[eventOperations[kind]].path}${kind === 'prices' ? '?quantity=tariff' : ''})`)
  .join(', ')

export const getEvents = operation({
  id: 'getEvents',
  path: '/v1/events',
  kind: 'events',
  owner: 'gateway',
  needsKey: true,
  isClosedToDemo: true,
  query: v.strictObject(eventParameters),
  chapter: 'Events',
  summary:
    'Changes of score, carbon intensity, outlook, grid signal, tariff colour, the prices of a contract and the carbon intensity of consumption as server-sent events',
  notes: `Server-sent events (text/event-stream, uncompressed). The name of an event is its kind; its data are the JSON body that GET of the path of this kind answers for the same key: ${kinds}. prices and consumption come only when kinds names them. prices are those of the contract that tariff and the other tariff parameters describe; without a change of the data they follow the hour within ten seconds. The newest event of each kind is sent at once, then every change; a kind whose GET answers with an error is sent as soon as a value exists. The id of an event encodes the newest received event of every kind: a client that sends it back as Last-Event-ID, to any gateway, receives exactly the newer events. A comment every ${heartbeatSeconds} seconds keeps the connection open. The stream counts as one request when it opens and as one more every ${countedEverySeconds / 60} minutes; at a limit, the event ${limitEvent} (its data are the problem body) ends the stream. The number of streams per account is limited (429 too_many_streams). The gateway closes a stream whose client does not read or whose key is no longer valid. retry gives the reconnection delay in milliseconds. The demo key is refused. EventSource in browsers cannot send a key: use fetch, or a library that reads events with fetch, such as the TypeScript client.`,
  exampleQuery: 'kinds=tariff',
})

import * as v from 'valibot'
import { dataModes, feedIds, reportedSourceIds } from '../grid/feeds.ts'
import { sourceNames } from '../grid/publishers.ts'
import { described, Int32, UtcTimestamp } from './values/fields.ts'

export const SourceStatus = described(
  v.strictObject({
    id: described(v.picklist(reportedSourceIds), 'Identifier of the source.'),
    lastSuccess: described(
      v.nullable(UtcTimestamp),
      'Time of the last successful read of the source, UTC. Null when the source was never read.',
    ),
    source: described(
      v.nullable(v.picklist(sourceNames)),
      'Publisher of the newest values; rte is the transmission system operator, any other publisher is an open source. Null before the first values.',
    ),
    licence: described(
      v.nullable(v.string()),
      'Licence of the newest values. Null when the publisher states no licence, and before the first values.',
    ),
    newestSlot: described(v.nullable(UtcTimestamp), 'End of the newest slot with a value, UTC.'),
    lagMinutes: described(v.nullable(Int32), 'Minutes from newestSlot to generatedAt. Negative for forecasts.'),
    expectedNext: described(v.nullable(UtcTimestamp), 'Time at which the next values are expected, UTC.'),
    consecutiveFailures: described(
      Int32,
      'Number of failed reads since the last success. In open mode, failed reads of the open source.',
    ),
    demo: described(v.boolean(), 'True when the values are invented by the demo generator.'),
    note: described(v.nullable(v.string()), 'Remark on how the values were derived. Null when no remark is needed.'),
  }),
  'Freshness of one source.',
)
export type SourceStatus = v.InferOutput<typeof SourceStatus>

export const LoadedPast = described(
  v.strictObject({
    knownDays: described(
      Int32,
      'Days of the last year, up to the day before yesterday in Paris, all of whose hours are stored: mix, consumption, price and flows.',
    ),
    wantedDays: described(Int32, 'Days that are loaded.'),
    state: described(
      v.picklist(['loading', 'complete']),
      'loading: older days are being loaded, at the pace of the publishers. complete: every day was loaded that the publishers have.',
    ),
    forecastReady: described(
      v.boolean(),
      'False while the newest 28 days are being loaded: the forecast is served and is less accurate until then.',
    ),
  }),
  'Past that the installation loads by itself after its first start.',
)
export type LoadedPast = v.InferOutput<typeof LoadedPast>

/** Body of `GET /api/status` (no key). `generatedAt` is the data's clock, which a replay sets to another instant. */
export const StatusResponse = described(
  v.strictObject({
    mode: described(
      v.picklist(dataModes),
      'Kind of data. live: from the API of the transmission system operator; open: from open sources; demo: invented; replay: recorded.',
    ),
    generatedAt: described(
      UtcTimestamp,
      'Time of this response by the clock of the data, UTC. A replay sets this clock to the past.',
    ),
    sources: described(v.array(SourceStatus), 'Freshness of every source.'),
    history: described(
      v.nullable(LoadedPast),
      'Past that the installation loads by itself. Null when it loads none: in a replay, and with LOAD_PAST=off.',
    ),
  }),
  'Freshness of every source.',
)
export type StatusResponse = v.InferOutput<typeof StatusResponse>

/** Parts that an incident can concern: a feed, the score, the forecast, or the calculation of all figures. */
export const incidentSubjects = [...feedIds, 'score', 'forecast', 'service'] as const
export type IncidentSubject = (typeof incidentSubjects)[number]

/** From the mildest to the worst. */
export const incidentStates = ['fallback', 'late', 'missing', 'interrupted'] as const
export type IncidentState = (typeof incidentStates)[number]

/** Most incidents that a dashboard lists. */
export const shownIncidents = 20

export const Incident = described(
  v.strictObject({
    subject: described(
      v.picklist(incidentSubjects),
      'What failed: a feed, by its identifier in /api/status; score or forecast; service: no figure was computed.',
    ),
    state: described(
      v.picklist(incidentStates),
      'Worst state while it lasted. fallback: in live mode, an open source replaced the operator; late: later than its tolerance; missing: not usable, or not there; interrupted: svc-ingest did not run.',
    ),
    startedAt: described(
      UtcTimestamp,
      'Time at which it was noticed, UTC; of an interruption, the last computation before it.',
    ),
    endedAt: described(v.nullable(UtcTimestamp), 'Time at which it was over, UTC. Null while it lasts.'),
    occurrences: described(
      Int32,
      'How many times it began: failures of one subject within six hours of each other are one incident.',
    ),
  }),
  'A time during which something did not work as it should.',
)
export type Incident = v.InferOutput<typeof Incident>

export const Incidents = described(
  v.nullable(v.pipe(v.array(Incident), v.maxLength(shownIncidents))),
  'Newest incidents of the installation, the newest first. Null while they are not known.',
)

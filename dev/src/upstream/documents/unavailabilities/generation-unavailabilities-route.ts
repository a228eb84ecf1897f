import { Elysia } from 'elysia'
import { createDocumentAnswer, type DocumentDeps, type DocumentResource } from '../../operator/operator-answer.ts'
import { readTimeWindow } from '../../operator/query.ts'
import { writeMessages } from '../../routes/generation-unavailabilities-route.ts'
import type { UnavailabilityMessage } from '../unavailability-messages.ts'
import { readUnavailabilityQuery } from './unavailability-query.ts'

const errorPrefix = 'UNADINFO_GENUN'

const resource: DocumentResource<readonly UnavailabilityMessage[]> = {
  subject: 'generation_unavailabilities',
  path: '/open_api/unavailability_additional_information/v7/generation_unavailabilities',
  rootName: 'generation_unavailabilities',
  rootShape: 'array',
  errorPrefix,
  // The operator truncates after this many messages.
  maxBlocks: 1_000,
  // Outages are announced for years ahead.
  readWindow: (query, now) =>
    readTimeWindow(query, { errorPrefix, maxWindowDays: 366, latestEnd: { daysAhead: 10 * 366 } }, now),
  load: (source, { query, window }) => source.unavailabilities(window, readUnavailabilityQuery(query, errorPrefix)),
  write: (messages, { now }, faults) => writeMessages(messages, now, faults),
}

/** Outages of generating units, one message per outage and version. */
export function generationUnavailabilitiesRoute(deps: DocumentDeps) {
  const answerDocument = createDocumentAnswer(resource, deps)
  return new Elysia().get(resource.path, ({ request }) => answerDocument(request))
}

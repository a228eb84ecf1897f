import { type EventKind, eventOperations } from '@hexawatt/shared/contract/formats/live-events'
import { getEvents } from '@hexawatt/shared/contract/operations/get-events'
import { formatHttpDate } from '@hexawatt/shared/http/conditional'
import { createChangePublisher } from '@hexawatt/shared/snapshot/data-changes'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import type { TestGateway } from '../../testing/gateway-fixture.ts'
import type { StandInService } from '../../testing/stand-in-service.ts'
import { getForwardedOperation } from '../../upstream/service-request.ts'
import type { EndReason } from '../event-listener.ts'

/** Longest time a test waits for an event, ms. */
const eventTimeoutMs = 10_000

export type ReceivedEvent = { id: string | null; event: string; data: string; retryMs: number | null; comment: boolean }

/** Opens a stream like a program that can send headers. */
export async function openEvents(url: string, key: string, options: { query?: string; lastEventId?: string } = {}) {
  const leaving = new AbortController()
  const { query = '', lastEventId } = options
  const response = await fetch(`${url}${getEvents.path}${query}`, {
    headers: {
      'x-api-key': key,
      accept: 'text/event-stream',
      'accept-encoding': 'gzip, br, zstd',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: leaving.signal,
  })
  const blocks = eventBlocks(response)
  const nextBlock = async (): Promise<ReceivedEvent | null> => {
    const { done, value } = await withTimeout(eventTimeoutMs, blocks.next())
    return done ? null : value
  }
  return {
    response,
    /** The next block of lines, comments and hints too; null when the stream has ended. */
    nextBlock,
    /** The next event; null when the stream has ended. */
    async next(): Promise<ReceivedEvent | null> {
      for (;;) {
        const block = await nextBlock()
        if (block === null || block.data !== '') return block
      }
    },
    /** The next `count` events. */
    async take(count: number): Promise<ReceivedEvent[]> {
      const events: ReceivedEvent[] = []
      while (events.length < count) {
        const event = await this.next()
        if (event === null) throw new Error(`the stream ended after ${events.length} events`)
        events.push(event)
      }
      return events
    },
    leave: (): void => leaving.abort(),
  }
}
export type OpenEvents = Awaited<ReturnType<typeof openEvents>>

async function* eventBlocks({ body }: Response): AsyncGenerator<ReceivedEvent, void, undefined> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      yield receivedEvent(text.slice(0, end))
      text = text.slice(end + 2)
    }
  }
}

function receivedEvent(block: string): ReceivedEvent {
  const lines = block.split('\n')
  const of = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2))
  const [retry] = of('retry')
  return {
    id: of('id')[0] ?? null,
    event: of('event')[0] ?? 'message',
    data: of('data').join('\n'),
    retryMs: retry === undefined ? null : Number(retry),
    comment: lines.every((line) => line.startsWith(':')),
  }
}

/** The answer of a service for each kind: a body of a version, or a refusal. */
export type ServedVersion =
  | { version: string; modifiedMs: number; filler?: string }
  | { problem: number; code?: string }

/** Lets the stand-in service answer each kind's operation with versions that the test advances. */
export function serveVersions(service: StandInService, startMs = Date.parse('2026-02-03T18:00:00Z')) {
  const served = new Map<string, ServedVersion>()
  const set = (kind: EventKind, version: ServedVersion) =>
    void served.set(getForwardedOperation(eventOperations[kind]).path, version)
  for (const kind of Object.keys(eventOperations) as EventKind[]) set(kind, { version: '1', modifiedMs: startMs })
  service.answerWith((request) => {
    const { pathname, search } = new URL(request.url)
    const now = served.get(pathname) ?? { problem: 404 }
    if ('problem' in now) return answerProblem(now)
    const { plan } = JSON.parse(request.headers.get('x-hexawatt-principal') ?? '{}')
    return Response.json(
      { path: pathname, query: search, version: now.version, plan, filler: now.filler },
      {
        headers: {
          'x-data-mode': 'demo',
          etag: `W/"${now.version}${plan}"`,
          'last-modified': formatHttpDate(now.modifiedMs),
          'cache-control': 'private, max-age=60',
        },
      },
    )
  })
  return {
    set,
    /** A newer version of a kind, a number of seconds after the first. */
    advance: (kind: EventKind, version: string, seconds = Number(version)): void =>
      set(kind, { version, modifiedMs: startMs + seconds * 1_000 }),
  }
}

/** A refusal as a service answers it; without a code, what a proxy would answer. */
function answerProblem({ problem: status, code }: Extract<ServedVersion, { problem: number }>): Response {
  if (code === undefined) return new Response('', { status })
  const problem = {
    type: 'about:blank',
    title: 'T',
    status,
    detail: `because of ${code}`,
    instance: '/',
    code,
    error: code,
  }
  return Response.json(
    { ...problem, traceId: '0'.repeat(32) },
    { status, headers: { 'content-type': 'application/problem+json' } },
  )
}

/** Notifies gateways of changed data, as svc-ingest does. */
export function createTestChangePublisher({ redis }: Pick<TestGateway, 'redis'>) {
  return createChangePublisher({ redis, logger: createLogger('test', 'silent') })
}

/** How many streams of a gateway ended for a reason. */
export async function countEndedStreams({ metrics }: Pick<TestGateway, 'metrics'>, reason: EndReason): Promise<number> {
  const sample = new RegExp(`^gateway_event_streams_ended_total\\{.*reason="${reason}".*\\} (\\d+)$`, 'm')
  return Number((await metrics.text()).match(sample)?.[1] ?? 0)
}

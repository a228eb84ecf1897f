import { makeUnexpectedBodyError, readDataFacts, readRefusal } from '../answers/answer.ts'
import { parseArray, parseObject, readTextPieces, splitLines } from '../answers/body-text.ts'
import type { CarbonIntensity, GridStatus, TariffToday } from '../bodies/grid.ts'
import type { CarbonConsumption } from '../bodies/hours.ts'
import type { Outlook } from '../bodies/planning.ts'
import type { EnergyScore } from '../bodies/score.ts'
import type { DataMode } from '../bodies/service.ts'
import { makeAddress } from './address.ts'
import { type ContractQuery, makeContractParameters } from './contract-parameters.ts'
import { type CallOptions, canPass, type Send } from './send.ts'
import type { Settings } from './settings.ts'

/** Price of a kWh in a quarter-hour, EUR/kWh. */
export type ContractPrice = { start: string; end: string; value: number }

/** Body of each kind: that of `score`, `carbonIntensity`, `outlook`, `gridStatus`, `tariffToday` and `carbonConsumption`, and the coming prices under a contract. */
export type EventBodies = {
  score: EnergyScore
  carbon: CarbonIntensity
  outlook: Outlook
  grid: GridStatus
  tariff: TariffToday
  prices: readonly ContractPrice[]
  consumption: CarbonConsumption
}
export type EventKind = keyof EventBodies

const kinds: Readonly<Record<EventKind, true>> = {
  ...{ score: true, carbon: true, outlook: true, grid: true, tariff: true },
  ...{ prices: true, consumption: true },
}

/** An event: `kind` determines the type of `data`. */
export type LiveEvent = {
  [Kind in EventKind]: {
    kind: Kind
    data: EventBodies[Kind]
    /** Pass it as `lastEventId` to resume in a later run. */
    id: string | null
    /** As in an answer; null when the stream did not contain it. */
    dataMode: DataMode | null
  }
}[EventKind]

/** Query of `events`. The contract belongs to the kind `prices`; the default is Tempo. */
export type EventsQuery = ContractQuery & {
  /** Length of the outlook in its events, hours; 24 by default. */
  outlookHours?: 24 | 48 | 72 | undefined
  /** All kinds but `prices` and `consumption` by default. */
  kinds?: readonly EventKind[] | undefined
  /** Id of the last event of an earlier run: only newer events are sent. */
  lastEventId?: string | undefined
}

/** Longest line that is read, characters; an outlook has about 20 000. */
const maxLineCharacters = 1024 * 1024

/** Longest silence of a stream, ms: the API sends a comment every 15 s. */
const silenceMs = 45_000

/** Wait before an ended stream is opened again, ms, unless the API asks for another wait. */
const usualRetryMs = 3_000

/** Longest wait after failures in a row, ms. */
const maxRetryMs = 60_000

/** The fields of one event. */
type Fields = { id: string | null; event: string; data: string[]; retryMs: number | null }

/** Makes the function that listens to changes. */
export function createEvents(send: Send, { apiKey, timeoutMs, timers }: Settings) {
  /** State for resuming a stream: the id of the last event, and the wait that the API asked for. */
  type Progress = { id: string | null; retryMs: number; failures: number }

  async function* listen(
    address: string,
    call: CallOptions,
    progress: Progress,
  ): AsyncGenerator<LiveEvent, void, undefined> {
    const patient = { ...call, timeoutMs: Math.max(call.timeoutMs ?? timeoutMs, silenceMs) }
    const request = { address, accept: 'text/event-stream', needsKey: true, ifNoneMatch: null } as const
    const { response, deadline } = await send(
      { ...request, lastEventId: progress.id, call: patient },
      async (response, deadline) => ({ response, deadline }),
    )
    progress.failures = 0
    const { dataMode } = readDataFacts(response.headers)
    try {
      for await (const fields of blocksOf(readTextPieces(response, deadline))) {
        progress.retryMs = fields.retryMs ?? progress.retryMs
        const data = fields.data.join('\n')
        if (fields.event === 'limit') throw await limitOf(data, progress.retryMs)
        if (data === '' || !isKind(fields.event)) continue
        const body = fields.event === 'prices' ? parseArray(data) : parseObject(data)
        if (body === null) throw makeUnexpectedBodyError(response)
        progress.id = fields.id ?? progress.id
        // The body is trusted, as in every answer.
        yield { kind: fields.event, data: body, id: progress.id, dataMode } as unknown as LiveEvent
      }
    } catch (error) {
      throw deadline.signal.aborted ? deadline.signal.reason : error
    } finally {
      deadline.end()
    }
  }

  /** The problem in the event `limit`. */
  function limitOf(data: string, retryMs: number) {
    const status = Number(parseObject(data)?.['status'])
    const headers = { 'retry-after': String(Math.ceil(retryMs / 1_000)) }
    const response = new Response(data, { status: status >= 400 && status < 600 ? status : 429, headers })
    return readRefusal(response, { apiKey, nowMs: timers.nowMs() })
  }

  /** Wait before the stream is opened again, ms. */
  function waitMs({ retryMs, failures }: Progress, error: unknown): number {
    if (canPass(error) && error.retryAfterSeconds !== null) return error.retryAfterSeconds * 1_000
    if (failures === 0) return retryMs
    // Full jitter: clients that lost the same server must not reconnect together.
    return timers.random() * Math.min(maxRetryMs, retryMs * 2 ** failures)
  }

  /**
   * Changes as they happen; first the newest of each kind. Runs until the caller leaves the loop or the signal aborts: a stream that ends
   * or breaks off is resumed by the id of the last event. Bodies are trusted.
   * @throws HexawattProblem for a refusal that waiting cannot resolve, such as an invalid key or an exhausted month; as `send` before the
   * first stream is open
   */
  return async function* events(
    query: EventsQuery = {},
    call: CallOptions = {},
  ): AsyncGenerator<LiveEvent, void, undefined> {
    const address = makeAddress('/v1/events', {
      kinds: query.kinds?.join(','),
      outlookHours: query.outlookHours?.toString(),
      ...makeContractParameters(query),
    })
    const progress: Progress = { id: query.lastEventId ?? null, retryMs: usualRetryMs, failures: -1 }
    for (;;) {
      let failure: unknown = null
      try {
        yield* listen(address, call, progress)
      } catch (error) {
        if (call.signal?.aborted || progress.failures === -1 || !canPass(error)) throw error
        failure = error
      }
      await timers.sleep(waitMs(progress, failure), call.signal)
      progress.failures += 1
    }
  }
}

/** The fields between empty lines; comments say only that the stream is open. */
async function* blocksOf(pieces: AsyncIterable<string>): AsyncGenerator<Fields, void, undefined> {
  const empty = (): Fields => ({ id: null, event: 'message', data: [], retryMs: null })
  let fields = empty()
  for await (const line of splitLines(pieces, maxLineCharacters)) {
    const [name = '', value = ''] = line.replace(/\r$/, '').split(/: ?(.*)/s, 2)
    if (line === '' || line === '\r') {
      yield fields
      fields = empty()
    } else if (name === 'data') fields.data.push(value)
    else if (name === 'id') fields.id = value
    else if (name === 'event') fields.event = value
    else if (name === 'retry' && /^\d{1,9}$/.test(value)) fields.retryMs = Number(value)
  }
}

const isKind = (name: string): name is EventKind => Object.hasOwn(kinds, name)

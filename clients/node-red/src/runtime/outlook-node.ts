import type { Outlook, OutlookQuery } from '../../../typescript/src/entry.ts'
import { formatTime } from '../../../typescript/src/paris-time.ts'
import { createAsking, minGapMs } from '../timing/asking.ts'
import { realTimers } from '../timing/timers.ts'
import { toError, writeShortText } from './failures.ts'
import { registerNode } from './register-node.ts'
import type { Config, Message, Runtime } from './runtime.ts'
import { getClient } from './server-node.ts'
import { readNumber, readWord } from './values.ts'

/** Concurrent requests of one node at most: a flood of messages is refused, not queued. */
const maxRequests = 4

/** Registers the node that sends the outlook, for each message and every `everyMinutes` (0 or empty = for messages only). */
export function registerOutlook(red: Runtime): void {
  /** A message overrides the settings of the editor. */
  function queryOf(config: Config, message: Message): OutlookQuery {
    return {
      hours: readNumber(red, 'hours', message['hours'] ?? config['hours']),
      resolution: readWord<Outlook['resolution']>(red, 'resolution', message['resolution'] ?? config['resolution']),
    }
  }

  registerNode(red, 'hexawatt outlook', (node, config) => {
    const everyMinutes = readNumber(red, 'everyMinutes', config['everyMinutes']) ?? 0
    const closed = new AbortController()
    let requests = 0

    /** @throws what the client throws, or Error for an invalid request */
    async function ask(message: Message): Promise<Message> {
      if (requests >= maxRequests) throw new Error(red._('runtime.tooMany', { count: maxRequests }))
      requests += 1
      try {
        const client = getClient(red, config['server'])
        node.status({ fill: 'blue', shape: 'ring', text: red._('runtime.asking') })
        const { data, isDegraded, dataMode } = await client.outlook(queryOf(config, message), { signal: closed.signal })
        const time = formatTime(Date.parse(data.issuedAt))
        const text = red._('runtime.outlook', { hours: data.servedHours, time })
        node.status({ fill: isDegraded ? 'yellow' : 'green', shape: 'dot', text })
        return { ...message, payload: data, isDegraded, dataMode }
      } finally {
        requests -= 1
      }
    }

    function showFailure(error: Error): void {
      node.status({ fill: 'red', shape: 'ring', text: writeShortText(red, error) })
    }

    const asking = createAsking({
      timers: realTimers,
      intervalMs: Math.max(minGapMs, everyMinutes * 60_000),
      ask: () => ask({}),
      onAnswer: (message) => node.send(message),
      onFailure: (failure) => {
        showFailure(toError(failure))
        node.error(toError(failure), {})
      },
    })
    node.on('input', async (message, send, done) => {
      try {
        send(await ask(message))
        done()
      } catch (failure) {
        if (closed.signal.aborted) return done()
        showFailure(toError(failure))
        done(toError(failure))
      }
    })
    node.on('close', () => {
      closed.abort(new Error('The node was closed.'))
      asking.stop()
    })
    if (everyMinutes > 0) asking.start()
  })
}

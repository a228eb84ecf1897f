import type { CallOptions, Hexawatt } from '../../../typescript/src/entry.ts'
import { formatTime } from '../../../typescript/src/paris-time.ts'
import { createAsking, minGapMs } from '../timing/asking.ts'
import { type GoodRule, isGood, type Quantity } from '../timing/threshold.ts'
import { realTimers } from '../timing/timers.ts'
import { toError, writeShortText } from './failures.ts'
import { registerNode } from './register-node.ts'
import type { Config, Message, Runtime } from './runtime.ts'
import { getClient } from './server-node.ts'
import { readNumber } from './values.ts'

/** Sources of each quantity, null = unknown now: points of the score, gCO2eq/kWh of the production, EUR/MWh of the auction. */
const readers: Record<Quantity, (client: Hexawatt, call: CallOptions) => Promise<number | null>> = {
  score: async (client, call) => (await client.score({}, call)).data.globalScore,
  carbon: async (client, call) => (await client.carbonIntensity(call)).data.estimatedGCo2PerKwh,
  price: async (client, call) => (await client.score({}, call)).data.spotPriceEurPerMWh,
}
const isQuantity = (text: unknown): text is Quantity => Object.keys(readers).includes(String(text))

/** Default threshold: the level `Optimal` of the score. */
const defaults = { threshold: 70, hysteresis: 0, everyMinutes: 10 }

type State = { value: number; good: boolean }

/** Registers the node that sends true or false when a quantity crosses a threshold, and its state for each message. */
export function registerWhenGood(red: Runtime): void {
  function ruleOf(config: Config): GoodRule {
    return {
      quantity: isQuantity(config['quantity']) ? config['quantity'] : 'score',
      threshold: readNumber(red, 'threshold', config['threshold']) ?? defaults.threshold,
      hysteresis: Math.max(0, readNumber(red, 'hysteresis', config['hysteresis']) ?? defaults.hysteresis),
    }
  }

  registerNode(red, 'hexawatt when good', (node, config) => {
    const rule = ruleOf(config)
    const everyMinutes = readNumber(red, 'everyMinutes', config['everyMinutes']) ?? defaults.everyMinutes
    /** The last value and its state; null before the first. A failure does not change it. */
    let known: State | null = null
    let failure: Error | null = null
    let waitingMessages = 0

    const messageOf = ({ good, value }: State): Message => ({ payload: good, value, ...rule })
    const wordOf = ({ good }: State): string => red._(good ? 'runtime.good' : 'runtime.notGood')

    const asking = createAsking({
      timers: realTimers,
      intervalMs: Math.max(minGapMs, everyMinutes * 60_000),
      ask: async (signal) => {
        const value = await readers[rule.quantity](getClient(red, config['server']), { signal })
        if (value === null) throw new Error(red._('runtime.noValue'))
        return value
      },
      onAnswer: (value) => {
        const wasGood = known?.good ?? null
        known = { value, good: isGood(rule, value, wasGood) }
        failure = null
        const text = `${wordOf(known)} · ${value} · ${formatTime(realTimers.nowMs())}`
        node.status({ fill: known.good ? 'green' : 'grey', shape: 'dot', text })
        if (known.good !== wasGood) node.send(messageOf(known))
      },
      onFailure: (reason) => {
        const error = toError(reason)
        const isNew = failure?.message !== error.message
        failure = error
        const text = [...(known === null ? [] : [wordOf(known)]), writeShortText(red, error)].join(' · ')
        node.status({ fill: known === null ? 'red' : 'yellow', shape: 'ring', text })
        // A message gets its own error; without a message, a repeated failure appears only in the status.
        if (isNew && waitingMessages === 0) node.error(error, {})
      },
    })

    node.on('input', async (message, send, done) => {
      const before = known?.good ?? null
      waitingMessages += 1
      await asking.askIfAllowed()
      waitingMessages -= 1
      // A change has been sent when it was seen.
      if (known !== null && known.good === before) send({ ...message, ...messageOf(known) })
      done(failure ?? undefined)
    })
    node.on('close', asking.stop)
    asking.start()
  })
}

import type { PlanSegment, Schedule } from '../../../typescript/src/entry.ts'
import { formatTime } from '../../../typescript/src/paris-time.ts'
import { createPlanRun } from '../timing/plan-run.ts'
import { realTimers } from '../timing/timers.ts'
import { toError, writeShortText } from './failures.ts'
import { planQuery } from './plan-query.ts'
import { registerNode } from './register-node.ts'
import type { Message, Runtime } from './runtime.ts'
import { getClient, getContract } from './server-node.ts'

/**
 * Registers the node that plans a load for each message: the plan goes to the first output, true and false at the start and the end of each
 * piece to the second.
 */
export function registerPlan(red: Runtime): void {
  registerNode(red, 'hexawatt plan', (node, config) => {
    /** Topic of the message that the plan is for. */
    let topic: unknown
    let planned = ''

    const timeOf = (instant: string): string => formatTime(Date.parse(instant))
    const withTopic = (message: Message): Message => (topic === undefined ? message : { topic, ...message })

    function showPlan({ plan }: Schedule): void {
      planned = plan.segments.map(({ start, end }) => `${timeOf(start)}–${timeOf(end)}`).join(', ')
      node.status({ fill: 'blue', shape: 'dot', text: red._('runtime.planned', { planned }) })
    }

    function showSwitch(isOn: boolean, { end }: PlanSegment): void {
      const time = isOn ? timeOf(end) : formatTime(realTimers.nowMs())
      const text = red._(isOn ? 'runtime.onUntil' : 'runtime.offSince', { time })
      node.status({ fill: isOn ? 'green' : 'grey', shape: 'dot', text })
    }

    const run = createPlanRun({
      timers: realTimers,
      ask: async (query, signal) => (await getClient(red, config['server']).schedule(query, { signal })).data,
      onReplanned: (schedule) => {
        showPlan(schedule)
        node.send([withTopic({ payload: schedule, isReplanned: true }), null])
      },
      onSwitch: (isOn, segment) => {
        showSwitch(isOn, segment)
        node.send([null, withTopic({ payload: isOn, segment })])
      },
      onFailure: (failure) => {
        // The plan still holds, and the node requests it again: a flow need not react.
        const text = `${red._('runtime.planned', { planned })} · ${writeShortText(red, toError(failure))}`
        node.status({ fill: 'yellow', shape: 'ring', text })
      },
    })

    node.on('input', async (message, send, done) => {
      if (message['cancel'] === true) {
        run.cancel()
        node.status({})
        return done()
      }
      try {
        const ofServer = getContract(red, config['server'])
        const query = planQuery(red, config, message, ofServer, realTimers.nowMs())
        node.status({ fill: 'blue', shape: 'ring', text: red._('runtime.asking') })
        await run.start(query, (schedule) => {
          topic = message['topic']
          showPlan(schedule)
          send([{ ...message, payload: schedule, isReplanned: false }, null])
        })
        done()
      } catch (failure) {
        const error = toError(failure)
        node.status({ fill: 'red', shape: 'ring', text: writeShortText(red, error) })
        done(error)
      }
    })
    node.on('close', run.close)
  })
}

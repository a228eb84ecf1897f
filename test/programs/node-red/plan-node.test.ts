import { describe, expect, test } from 'bun:test'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { startServedSystem } from '../../gateway/testing/served-system-fixture.ts'
import { type FlowNode, type Probed, startNodeRed } from '../../node-red/testing/node-red-fixture.ts'
import { pinnedPrograms } from '../pinned-programs.ts'
import { describeProgram } from '../testing/program.ts'

const system = stopAtEnd(await startServedSystem())
const key = await system.createKey('scale')
const nodeRed = stopAtEnd(await startNodeRed())

await describeProgram(pinnedPrograms.nodeRed, { folder: 'node-red' }, () => {
  const tab = 'tab'
  /** The only quarter-hour that a load of 15 minutes by 19:45 in Paris can have: the product's clock stands at 18:20Z. */
  const quarter = { start: '2026-02-03T18:30:00Z', end: '2026-02-03T18:45:00Z' }
  const beforeIt = '2026-02-03T18:21:00Z'

  /** Plan node `a` and further ones, an inject node that plans with each and one that cancels, and probes of all outputs. */
  function flow(test: string, settings: object = {}, settingsOfA: object = {}, names = ['a']): FlowNode[] {
    const plan = { type: 'hexawatt plan', z: tab, server: `${test}-server`, durationMinutes: '15', by: '19:45' }
    const nodes = names.flatMap((name) => {
      const id = `${test}-${name}`
      const wires = [[`${id}-plan`], [`${id}-switch`]]
      const own = name === 'a' ? settingsOfA : {}
      const probes = [`${id}-plan`, `${id}-switch`].flatMap((probe) => nodeRed.probe(probe, tab))
      return [{ id, ...plan, ...settings, ...own, wires }, ...probes]
    })
    const planNodes = [names.map((name) => `${test}-${name}`)]
    return [
      { id: tab, type: 'tab', label: 'test' },
      {
        ...{ id: `${test}-server`, type: 'hexawatt server', address: system.gatewayUrl, credentials: { apiKey: key } },
        ...{ tariff: 'hphc', subscribedKva: '9', offPeak: '22h30-6h30' },
      },
      {
        id: `${test}-start`,
        type: 'inject',
        z: tab,
        props: [{ p: 'topic', vt: 'str' }],
        topic: 'car',
        wires: planNodes,
      },
      {
        id: `${test}-cancel`,
        type: 'inject',
        z: tab,
        props: [{ p: 'cancel', v: 'true', vt: 'bool' }],
        wires: planNodes,
      },
      ...nodes,
    ]
  }
  const planOf = ({ payload }: Probed): { segments: unknown[] } => Object(payload)['plan']
  const switched = (probe: string) =>
    nodeRed.seen(probe).map(({ payload, topic, segment }) => ({ payload, topic, segment }))

  describe('hexawatt plan', () => {
    test('sends the plan under the contract of the server, then true at the start of each planned piece and false at its end', async () => {
      await nodeRed.setClock(beforeIt)
      await nodeRed.deploy(flow('run'))
      await nodeRed.inject('run-start')
      const planned = await nodeRed.message('run-a-plan')
      expect(planned).toMatchObject({ topic: 'car', isReplanned: false })
      const answer = await system.get(
        '/v1/schedule?durationMinutes=15&latest=2026-02-03T18:45:00Z&tariff=hphc&subscribedKva=9&offPeak=22h30-6h30',
      )
      expect(planned.payload).toEqual(await answer.json())
      const segment = planOf(planned).segments[0]
      expect(segment).toMatchObject(quarter)

      await nodeRed.setClock('2026-02-03T18:29:30Z')
      expect(switched('run-a-switch')).toEqual([])
      await nodeRed.setClock(quarter.start)
      await nodeRed.message('run-a-switch', ({ payload }) => payload === true)
      await nodeRed.setClock(quarter.end)
      await nodeRed.message('run-a-switch', ({ payload }) => payload === false)
      expect(switched('run-a-switch')).toEqual([
        { payload: true, topic: 'car', segment },
        { payload: false, topic: 'car', segment },
      ])
    })

    test('a plan node that is deployed again forgets its plan and switches nothing', async () => {
      await nodeRed.setClock(beforeIt)
      const names = ['a', 'b']
      await nodeRed.deploy(flow('redeployed', {}, {}, names))
      await nodeRed.inject('redeployed-start')
      await Promise.all(names.map((name) => nodeRed.message(`redeployed-${name}-plan`)))
      // As the editor does it: a key that was not typed again is not sent again, and its server is not changed.
      const changed = flow('redeployed', {}, { name: 'changed' }, names)
      const withoutKey = changed.map(({ credentials, ...node }) => node as FlowNode)
      await nodeRed.deploy(withoutKey, 'nodes')
      await nodeRed.setClock(quarter.start)
      // The other node, which was not deployed anew, switches on and off.
      await nodeRed.message('redeployed-b-switch', ({ payload }) => payload === true)
      await nodeRed.setClock(quarter.end)
      await nodeRed.message('redeployed-b-switch', ({ payload }) => payload === false)
      expect(switched('redeployed-a-switch')).toEqual([])
    })

    test('a cancelled plan ends the piece that is running', async () => {
      await nodeRed.setClock(beforeIt)
      await nodeRed.deploy(flow('cancelled'))
      await nodeRed.inject('cancelled-start')
      await nodeRed.message('cancelled-a-plan')
      await nodeRed.setClock('2026-02-03T18:31:00Z')
      await nodeRed.message('cancelled-a-switch', ({ payload }) => payload === true)
      await nodeRed.inject('cancelled-cancel')
      await nodeRed.message('cancelled-a-switch', ({ payload }) => payload === false)
    })

    test('plans again when new data are expected, with the deadline of the first plan', async () => {
      await nodeRed.setClock(beforeIt)
      await nodeRed.deploy(flow('anew', { durationMinutes: '120', by: '' }))
      await nodeRed.inject('anew-start')
      const first = Object((await nodeRed.message('anew-a-plan')).payload)
      expect(first.recomputeAfter).not.toBeNull()
      expect(Date.parse(first.recomputeAfter)).toBeLessThan(Date.parse(first.plan.segments[0].start))
      await nodeRed.setClock(first.recomputeAfter)
      const again = await nodeRed.message('anew-a-plan', ({ isReplanned }) => isReplanned === true)
      expect(again).toMatchObject({ topic: 'car', payload: { servedUntil: first.servedUntil } })
      expect(switched('anew-a-switch')).toEqual([])
    })
  })
})

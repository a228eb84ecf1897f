import { beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sourceIds } from '@hexawatt/shared/grid/feeds'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { startServedSystem } from '../../gateway/testing/served-system-fixture.ts'
import { type FlowNode, type Probed, startNodeRed } from '../../node-red/testing/node-red-fixture.ts'
import { pinnedPrograms } from '../pinned-programs.ts'
import { describeProgram } from '../testing/program.ts'

const system = stopAtEnd(await startServedSystem())
const key = await system.createKey('scale')
const nodeRed = stopAtEnd(await startNodeRed({ HEXAWATT_API_KEY: key }))

await describeProgram(pinnedPrograms.nodeRed, { folder: 'node-red' }, () => {
  const tab = 'tab'
  let flowNumber = 0
  /** Nodes keep nothing between tests: each flow has names of its own. */
  let names: (name: string) => string
  beforeEach(() => {
    flowNumber += 1
    names = (name) => `${name}${flowNumber}`
  })

  /** A node of the package with a server, an inject node that sends `message`, and probes of outputs, status and errors. */
  function flowOf(type: string, settings: object, message: object = {}, apiKey = key): FlowNode[] {
    const [first, second, status, failure] = [names('first'), names('second'), names('status'), names('error')]
    const rules = Object.entries(message).map(([p, v]) => ({ p, v: JSON.stringify(v), vt: 'json' }))
    return [
      { id: tab, type: 'tab', label: 'test' },
      {
        id: names('server'),
        type: 'hexawatt server',
        address: system.gatewayUrl,
        credentials: { apiKey },
      },
      { id: names('inject'), type: 'inject', z: tab, props: rules, wires: [[names('node')]] },
      { id: names('node'), type, z: tab, server: names('server'), ...settings, wires: [[first], [second]] },
      { id: names('watch'), type: 'status', z: tab, scope: [names('node')], wires: [[status]] },
      { id: names('catch'), type: 'catch', z: tab, scope: [names('node')], wires: [[failure]] },
      ...[first, second, status, failure].flatMap((name) => nodeRed.probe(name, tab)),
    ]
  }
  const inject = () => nodeRed.inject(names('inject'))
  const statusText = (message: Probed): string => String(Object(message['status'])['text'])

  describe('hexawatt outlook', () => {
    test('the outlook node sends the response of GET /v1/outlook for its settings', async () => {
      await nodeRed.deploy(flowOf('hexawatt outlook', { hours: '6', resolution: '15m' }))
      await inject()
      const { payload, dataMode } = await nodeRed.message(names('first'))
      expect(payload).toEqual(await (await system.get('/v1/outlook?hours=6&resolution=15m')).json())
      expect(dataMode).toBe('demo')
      await nodeRed.message(names('status'), (message) => statusText(message) === '6 h, issued 19:20')
    })

    test('values in a message replace the outlook node’s settings, and the rest of the message is kept', async () => {
      const message = { hours: 3, resolution: '1h', topic: 'kitchen' }
      await nodeRed.deploy(flowOf('hexawatt outlook', { hours: '6', resolution: '15m' }, message))
      await inject()
      const { payload, topic } = await nodeRed.message(names('first'))
      expect(payload).toEqual(await (await system.get('/v1/outlook?hours=3&resolution=1h')).json())
      expect(topic).toBe('kitchen')
    })

    test('the outlook node sends by itself at its interval', async () => {
      await nodeRed.deploy(flowOf('hexawatt outlook', { hours: '2', everyMinutes: '30' }))
      const { payload } = await nodeRed.message(names('first'))
      expect(payload).toEqual(await (await system.get('/v1/outlook?hours=2')).json())
    })

    test('a refusal of the API sends no message, and shows in the node’s status and the catch nodes', async () => {
      await nodeRed.deploy(flowOf('hexawatt outlook', { hours: '24' }, { hours: 73 }))
      await inject()
      const { error } = await nodeRed.message(names('error'))
      expect(String(error)).toContain('400 invalid_parameter: ')
      await nodeRed.message(names('status'), (message) => statusText(message) === '400 invalid_parameter')
      expect(nodeRed.seen(names('first'))).toEqual([])
    })
  })

  describe('the key', () => {
    test('a wrong key shows in the status and as an error, and Node-RED keeps running', async () => {
      const wrong = `hxw_${'0'.repeat(32)}`
      for (const type of ['hexawatt outlook', 'hexawatt plan', 'hexawatt when good']) {
        flowNumber += 1
        await nodeRed.deploy(flowOf(type, { durationMinutes: '60' }, {}, wrong))
        // This node asks when it is deployed: a message right after that would be refused as too early.
        if (type !== 'hexawatt when good') await inject()
        const { error } = await nodeRed.message(names('error'))
        expect([type, String(error)]).toEqual([type, expect.stringContaining('401 invalid_api_key: ')])
        await nodeRed.message(names('status'), (message) => statusText(message) === '401 invalid_api_key')
        expect([nodeRed.seen(names('first')), nodeRed.seen(names('second'))]).toEqual([[], []])
        expect(await nodeRed.log()).not.toContain(wrong)
      }
      expect(nodeRed.isRunning()).toBe(true)
    })

    test('the key appears in no displayed, exported or stored flow', async () => {
      await nodeRed.deploy(flowOf('hexawatt outlook', { hours: '2' }))
      const shown = await (await nodeRed.admin('GET', '/flows')).text()
      expect(shown).toContain(names('server'))
      expect(shown).not.toContain(key)
      const credentials = await (await nodeRed.admin('GET', `/credentials/hexawatt-server/${names('server')}`)).json()
      expect(credentials).toEqual({ has_apiKey: true })
      const files = ['flows.json', 'flows_cred.json'].map((file) => Bun.file(join(nodeRed.folder, file)).text())
      for (const text of await Promise.all(files)) {
        expect(text.length).toBeGreaterThan(10)
        expect(text).not.toContain(key)
      }
      expect(await nodeRed.log()).not.toContain(key)
    })

    test('the key can come from Node-RED’s environment', async () => {
      await nodeRed.deploy(flowOf('hexawatt outlook', { hours: '2' }, {}, '$' + '{HEXAWATT_API_KEY}'))
      await inject()
      expect(Object(await nodeRed.message(names('first')))['payload']).toMatchObject({ servedHours: 2 })
    })
  })

  describe('hexawatt when good', () => {
    test('the node sends true from the threshold on, and answers a message with its state without another request within the minute', async () => {
      const { globalScore } = Object(await (await system.get('/v1/score')).json())
      const own = await system.createKey('scale')
      await nodeRed.deploy(flowOf('hexawatt when good', { threshold: String(globalScore) }, { topic: 'again' }, own))
      expect(await nodeRed.message(names('first'))).toMatchObject({ payload: true, value: globalScore })
      await inject()
      const again = await nodeRed.message(names('first'), ({ topic }) => topic === 'again')
      expect(again).toMatchObject({ payload: true, value: globalScore })
      const { headers } = await system.get('/v1/score', { 'x-api-key': own })
      const left = (name: string) => Number(headers.get(`x-ratelimit-${name}-month`))
      expect(left('limit') - left('remaining')).toBe(2)
    })

    test('the node sends false below the threshold', async () => {
      const { globalScore } = Object(await (await system.get('/v1/score')).json())
      await nodeRed.deploy(flowOf('hexawatt when good', { quantity: 'score', threshold: String(globalScore + 1) }))
      expect(await nodeRed.message(names('first'))).toMatchObject({ payload: false, value: globalScore })
      expect(statusText(await nodeRed.message(names('status')))).toStartWith(`not good · ${globalScore} · `)
    })

    test('a carbon intensity or price is good up to the threshold', async () => {
      const { estimatedGCo2PerKwh } = Object(await (await system.get('/v1/carbon/intensity')).json())
      const { spotPriceEurPerMWh } = Object(await (await system.get('/v1/score')).json())
      for (const [quantity, value] of [
        ['carbon', estimatedGCo2PerKwh],
        ['price', spotPriceEurPerMWh],
      ] as const) {
        for (const [threshold, good] of [
          [value, true],
          [value - 1, false],
        ] as const) {
          flowNumber += 1
          await nodeRed.deploy(flowOf('hexawatt when good', { quantity, threshold: String(threshold) }))
          expect(await nodeRed.message(names('first'))).toMatchObject({ payload: good, value, quantity })
        }
      }
    })
  })

  describe('invalid settings', () => {
    test('a node without a server and a setting that cannot be read are refused with the reason', async () => {
      for (const [type, settings, reason] of [
        ['hexawatt outlook', { server: '' }, 'No server is set.'],
        ['hexawatt plan', { powerKW: 'much' }, 'powerKW must be a number; received much.'],
        ['hexawatt when good', { threshold: 'low' }, 'threshold must be a number; received low.'],
      ] as const) {
        flowNumber += 1
        await nodeRed.deploy(flowOf(type, settings))
        await inject()
        const { error } = await nodeRed.message(names('error'))
        expect([type, String(error)]).toEqual([type, expect.stringContaining(reason)])
        await nodeRed.message(names('status'), (message) => statusText(message) === reason)
      }
    })
  })

  test('every example flow runs as imported, with the reader’s address and key', async () => {
    const folder = join(import.meta.dir, '../../../clients/node-red/examples')
    for (const [file, outputs] of [
      ['plan-a-load.json', ['hxw-plan-advice']],
      ['when-good.json', ['hxw-good-state', 'hxw-good-slots']],
    ] as const) {
      const nodes: FlowNode[] = await Bun.file(join(folder, file)).json()
      const flows = nodes.flatMap((node): FlowNode[] => {
        if (node.type === 'debug') return nodeRed.probe(node.id, String(node['z']))
        const isServer = node.type === 'hexawatt server'
        if (isServer) expect(node).toEqual({ id: node.id, type: node.type, name: '', address: 'http://localhost:8080' })
        return [isServer ? { ...node, address: system.gatewayUrl, credentials: { apiKey: key } } : node]
      })
      await nodeRed.setClock('2026-02-03T18:20:00Z')
      await nodeRed.deploy(flows)
      if (file === 'plan-a-load.json') await nodeRed.inject('hxw-plan-start')
      for (const output of outputs) expect((await nodeRed.message(output)).payload).toBeDefined()
    }
  })

  describe('hexawatt when good, as time goes on', () => {
    /** A node that asks every ten minutes, at a gateway of its own. */
    async function watch(threshold: number) {
      const gateway = await system.startGateway()
      const nodes = flowOf(
        'hexawatt when good',
        { threshold: String(threshold), everyMinutes: '10' },
        { topic: 'asked' },
      )
      const flows = nodes.map((node) => (node.type === 'hexawatt server' ? { ...node, address: gateway.url } : node))
      await nodeRed.setClock('2026-02-03T18:20:00Z')
      await nodeRed.deploy(flows)
      return gateway
    }
    const score = async (): Promise<number> => Object(await (await system.get('/v1/score')).json())['globalScore']

    test('while the server is away the node keeps its state, shows the reason and sends nothing by itself', async () => {
      const gateway = await watch(await score())
      await nodeRed.message(names('first'), ({ payload }) => payload === true)
      await gateway.stop()
      await nodeRed.setClock('2026-02-03T18:31:00Z')
      await nodeRed.message(names('status'), (message) => statusText(message) === 'good · no connection')
      await nodeRed.message(names('error'))
      expect(nodeRed.seen(names('first'))).toHaveLength(1)
      await inject()
      await nodeRed.message(names('first'), ({ topic, payload }) => topic === 'asked' && payload === true)
    })

    test('the node sends true once the score has risen to the threshold', async () => {
      const evening = await score()
      const gateway = await watch(evening + 1)
      await nodeRed.message(names('first'), ({ payload }) => payload === false)
      system.clock.moveTo('2026-02-03T22:20:00Z')
      // The publisher of the signals refuses a second call so soon, and does not count here.
      const sources = sourceIds.filter((source) => source !== 'grid_signals')
      expect(await system.poll(...sources)).toEqual(sources.map(() => null))
      expect(await score()).toBeGreaterThan(evening)
      await nodeRed.setClock('2026-02-03T18:31:00Z')
      await nodeRed.message(names('first'), ({ payload }) => payload === true)
      expect(nodeRed.seen(names('first')).map(({ payload }) => payload)).toEqual([false, true])
      await gateway.stop()
    })
  })
})

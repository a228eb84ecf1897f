import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { reportedSourceIds } from '@hexawatt/shared/grid/feeds'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { startIngest } from '@hexawatt/svc-ingest/src/app.ts'
import { YAML } from 'bun'
import * as v from 'valibot'
import { type System, startSystem } from '../testing/system-fixture.ts'
import { namedSources } from './testing/alert-thresholds.ts'
import { metricsOf, seriesOf } from './testing/metric-names.ts'

const folder = join(import.meta.dir, '../../deploy/observability')
const read = (name: string) => Bun.file(join(folder, name)).text()

const Rule = v.strictObject({
  alert: v.pipe(v.string(), v.regex(/^([A-Z][a-z]+)+$/)),
  expr: v.string(),
  for: v.optional(v.pipe(v.string(), v.regex(/^\d+m$/))),
  labels: v.strictObject({ severity: v.picklist(['warning', 'critical']) }),
  annotations: v.strictObject({ summary: v.string(), runbook: v.string() }),
})
const Rules = v.strictObject({ groups: v.array(v.strictObject({ name: v.string(), rules: v.array(Rule) })) })
const rules = v.parse(Rules, YAML.parse(await read('alerts.yml'))).groups.flatMap((group) => group.rules)

const GridPos = v.object({ x: v.number(), y: v.number(), w: v.number(), h: v.number() })
const Panel = v.object({
  title: v.pipe(v.string(), v.minLength(1)),
  type: v.picklist(['row', 'stat', 'timeseries']),
  gridPos: GridPos,
  fieldConfig: v.optional(v.object({ defaults: v.object({ unit: v.pipe(v.string(), v.minLength(1)) }) })),
  targets: v.optional(v.array(v.object({ expr: v.pipe(v.string(), v.minLength(1)) })), []),
})
const Dashboard = v.object({ uid: v.string(), panels: v.array(Panel) })
const { panels } = v.parse(Dashboard, JSON.parse(await read('grafana-dashboard.json')))
const charts = panels.filter(({ type }) => type !== 'row')

/** Metrics that the programs do not have: whether they can be reached, and the disks of a machine. */
const foreign: ReadonlySet<string> = new Set(['up', 'node_filesystem_avail_bytes', 'node_filesystem_size_bytes'])

let system: System
let ingest: { stop: () => Promise<void> }
let series: ReadonlySet<string>
let queues: ReadonlySet<string>

beforeAll(async () => {
  system = await startSystem({ asOf: '2026-02-03T12:00:00Z' })
  const metrics = createMetrics('svc-ingest')
  ingest = await startIngest({ ...system.ingest, metrics })
  await system.poll('generation_by_type', 'physical_flows')
  const gateway = await system.startGateway()
  const ofServices = [system.carbonUrl, system.scoreUrl, system.historyUrl, system.webUrl].map(async (url) =>
    (await fetch(`${url}/metrics`)).text(),
  )
  // The gateway's checks stand at its internal port, which this system has not.
  const texts = await Promise.all([...ofServices, metrics.text(), gateway.deps.metrics.text()])
  series = new Set(texts.flatMap(seriesOf))
  queues = new Set(
    [...texts.join('\n').matchAll(/^ingest_queue_jobs\{queue="([^"]+)"/gm)].map(([, queue = '']) => queue),
  )
  await gateway.stop()
})
afterAll(async () => {
  await ingest.stop()
  await system.stop()
})

/** Metrics of an expression that no program has. */
const unknownIn = (expression: string): string[] =>
  metricsOf(expression).filter((name) => !series.has(name) && !foreign.has(name))

describe('names of metrics in PromQL are found', () => {
  test.each([
    ['max by (a, b) (x_total{c="d"}) > 3 * 3600 or vector(0)', ['x_total']],
    ['sum(rate(a_count{s=~"5.."}[5m])) / sum(rate(b_count[$__rate_interval])) > 0.02', ['a_count', 'b_count']],
    ['time() - (max(a) > 0) and on (x) b', ['a', 'b']],
  ])('%p', (expression, names) => {
    expect(metricsOf(expression)).toEqual(names)
  })
})

describe('alerts', () => {
  test('every alert reads metrics that the running programs have', () => {
    expect(rules.length).toBeGreaterThan(10)
    const wrong = rules.flatMap(({ alert, expr }) => unknownIn(expr).map((name) => `${alert}: ${name}`))
    expect(wrong).toEqual([])
    expect(rules.filter(({ expr }) => metricsOf(expr).length === 0)).toEqual([])
  })

  test('on demo data the alert on lost schedules sees the queues of the regions and of the neighbours, the only ones of open sources', () => {
    const pollQueues = [...queues].filter((queue) => queue.startsWith('poll_'))
    expect(pollQueues.toSorted()).toEqual([
      'poll_ademe',
      'poll_cre',
      'poll_ember',
      'poll_energy-charts',
      'poll_odre',
      'poll_rte',
    ])
    expect(queues).toContain('maintenance')
  })

  test('alerts name only existing sources, in lists of names too', () => {
    const everyForm = 'a{source="b"} or c{source!~"d|e", source=~"f"} or g{resource="h"}'
    expect(namedSources(everyForm)).toEqual(['b', 'd', 'e', 'f'])
    const named = rules.flatMap(({ expr }) => namedSources(expr))
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((id) => !reportedSourceIds.some((known) => known === id))).toEqual([])
  })

  test('each alert has its own row in the incident table', async () => {
    const operations = await Bun.file(join(folder, '../../docs/operate/incidents.md')).text()
    const wanted = rules.map(({ alert }) => `incident-${alert.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()}`)
    expect(rules.map(({ annotations }) => annotations.runbook)).toEqual(
      wanted.map((anchor) => `docs/operate/incidents.md#${anchor}`),
    )
    const anchors = [...operations.matchAll(/<a id="(incident-[a-z-]+)"><\/a>/g)].map(([, id]) => id)
    expect(wanted.map((anchor) => anchors.filter((id) => id === anchor).length)).toEqual(wanted.map(() => 1))
  })

  test('each alert fires in a promtool test', async () => {
    const Tests = v.object({
      tests: v.array(
        v.object({ alert_rule_test: v.array(v.object({ alertname: v.string(), exp_alerts: v.array(v.unknown()) })) }),
      ),
    })
    const { tests } = v.parse(Tests, YAML.parse(await read('alerts.test.yml')))
    const fired = tests.flatMap((group) => group.alert_rule_test.filter((expected) => expected.exp_alerts.length > 0))
    expect(new Set(fired.map(({ alertname }) => alertname))).toEqual(new Set(rules.map(({ alert }) => alert)))
  })

  test.skipIf(Bun.which('promtool') === null)('the alerts pass promtool, where it is installed', async () => {
    const check = Bun.spawnSync(['promtool', 'check', 'rules', 'alerts.yml'], { cwd: folder })
    expect([check.exitCode, check.stderr.toString()]).toEqual([0, ''])
    const tested = Bun.spawnSync(['promtool', 'test', 'rules', 'alerts.test.yml'], { cwd: folder })
    expect([tested.exitCode, tested.stdout.toString()]).toEqual([0, expect.stringContaining('SUCCESS')])
  })
})

describe('the dashboard', () => {
  test('every panel of the dashboard shows at least one metric, and all of them exist in the running programs', () => {
    const wrong = charts.flatMap(({ title, targets }) =>
      targets.flatMap(({ expr }) => unknownIn(expr).map((name) => `${title}: ${name}`)),
    )
    expect(wrong).toEqual([])
    expect(charts.filter(({ targets }) => targets.every(({ expr }) => metricsOf(expr).length === 0))).toEqual([])
  })

  test('every panel of the dashboard has a unit and a title of its own', () => {
    expect(charts.length).toBeGreaterThan(20)
    expect(charts.filter(({ fieldConfig }) => fieldConfig === undefined)).toEqual([])
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length)
  })

  test('no panel of the dashboard overlaps another or the edge', () => {
    const overlapping = panels.flatMap((one, index) =>
      panels
        .slice(index + 1)
        .filter((other) => isOver(one.gridPos, other.gridPos))
        .map((other) => `${one.title} / ${other.title}`),
    )
    expect(overlapping).toEqual([])
    expect(panels.filter(({ gridPos }) => gridPos.x + gridPos.w > 24)).toEqual([])
  })
})

type Box = v.InferOutput<typeof GridPos>

function isOver(one: Box, other: Box): boolean {
  const isBeside = one.x + one.w <= other.x || other.x + other.w <= one.x
  const isBelow = one.y + one.h <= other.y || other.y + other.h <= one.y
  return !isBeside && !isBelow
}

import { expect, test } from 'bun:test'
import { join } from 'node:path'
import * as v from 'valibot'
import { pinnedPrograms } from '../pinned-programs.ts'
import { product } from '../testing/product.ts'
import { describeProgram } from '../testing/program.ts'
import { findPromtool, startPrometheus } from './prometheus-server.ts'

const apiKey = { 'x-api-key': product.key }
const root = join(import.meta.dir, '../../..')
const observability = join(root, 'deploy/observability')

/** Longest check of the examples of the alerts, ms: eleven seconds of processor time. */
const rulesTimeoutMs = 300_000

/** The first block of a language on the page of Prometheus. */
async function readBlock(language: string): Promise<string> {
  const page = await Bun.file(join(root, 'docs/guide/integrations/prometheus.md')).text()
  return page.match(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's'))?.[1] ?? ''
}

const promtool = await findPromtool()
const command = 'command' in promtool ? promtool.command : ''

await describeProgram(
  pinnedPrograms.prometheus,
  { folder: 'prometheus', findMissing: async () => ('missing' in promtool ? promtool.missing : null) },
  ({ folder, run }) => {
    test('promtool finds nothing to improve in the metrics of the export', async () => {
      const metrics = await (await fetch(`${product.url}/v1/export/prometheus`, { headers: apiKey })).text()
      const file = join(folder, 'metrics.txt')
      await Bun.write(file, metrics)
      const printed = await run(['bash', '-c', '"$0" check metrics < "$1" 2>&1', command, file])
      expect([metrics.includes('hexawatt_score '), printed]).toEqual([true, ''])
    })

    test(
      'promtool accepts the configuration and the alerts for operators, and each alert fires as its example says',
      async () => {
        const checked = await run([command, 'check', 'config', 'prometheus.yml'], { folder: observability })
        expect(checked).toMatch(/SUCCESS: \d{2,} rules found/)
        await run([command, 'test', 'rules', 'alerts.test.yml'], { folder: observability, timeoutMs: rulesTimeoutMs })
      },
      rulesTimeoutMs,
    )

    test('Prometheus scrapes the product with the configuration of the page, and answers the queries of the page and of the dashboard', async () => {
      const keyFile = join(folder, 'hexawatt_api_key')
      await Bun.write(keyFile, product.key)
      const configuration = (await readBlock('yaml'))
        .replace('/etc/prometheus/hexawatt_api_key', keyFile)
        .replace('hexawatt.local:8080', new URL(product.url).host)
        .replace('scrape_interval: 15m', 'scrape_interval: 1s')
      expect(configuration).toContain('scrape_interval: 1s')
      const prometheus = await startPrometheus(command, folder, configuration)
      try {
        const queries = (await readBlock('promql')).trim().split('\n')
        const answers = await Promise.all(queries.map(async (query) => [query, await prometheus.ask(query)] as const))
        // An alert of the page has an answer only while the grid is tense.
        const empty = answers.filter(([query, samples]) => samples.length === 0 && !query.endsWith('== 1'))
        expect([answers.length, empty]).toEqual([5, []])

        // What Prometheus keeps is what the export says: a gauge that has not changed since the scrape.
        const exported = await (await fetch(`${product.url}/v1/export/prometheus`, { headers: apiKey })).text()
        const [, issuedAt = ''] = exported.match(/^hexawatt_forecast_issued_timestamp_seconds (\d+)$/m) ?? []
        const [kept] = await prometheus.ask('hexawatt_forecast_issued_timestamp_seconds')
        expect(Math.abs(Number(kept?.value[1]) - Number(issuedAt))).toBeLessThan(600)

        const Panels = v.object({
          panels: v.array(v.object({ targets: v.optional(v.array(v.object({ expr: v.string() })), []) })),
        })
        const dashboard: unknown = await Bun.file(join(observability, 'grafana-dashboard.json')).json()
        const expressions = v.parse(Panels, dashboard).panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
        expect(expressions.length).toBeGreaterThan(20)
        // Grafana puts the interval in.
        for (const expression of expressions) await prometheus.ask(expression.replaceAll('$__rate_interval', '1m'))
      } finally {
        await prometheus.stop()
      }
    })
  },
)

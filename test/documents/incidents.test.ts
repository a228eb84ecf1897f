import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { readText } from '../deploy/testing/deploy-files.ts'

const Rules = v.object({
  groups: v.array(
    v.object({ rules: v.array(v.object({ alert: v.string(), annotations: v.object({ runbook: v.string() }) })) }),
  ),
})

test('every alert has its row in the incident table, with cause and remedy, and every row its alert', async () => {
  const { groups } = v.parse(Rules, Bun.YAML.parse(await readText('deploy/observability/alerts.yml')))
  const alerts = groups.flatMap(({ rules }) => rules.map(({ alert, annotations }) => [alert, annotations.runbook]))
  const [, table = ''] = (await readText('docs/operate/incidents.md')).split(
    'The alerts of `deploy/observability/alerts.yml`',
  )
  const rows = [...table.matchAll(/^\| <a id="([^"]+)"><\/a>(\w+)[^|]*\|([^|]{20,})\|([^|]{20,})\|$/gm)]
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.map(([, id, alert]) => [alert, `docs/operate/incidents.md#${id}`]).toSorted()).toEqual(alerts.toSorted())
})

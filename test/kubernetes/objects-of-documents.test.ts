import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { readText, readYaml } from '../deploy/testing/deploy-files.ts'
import { keda, prometheusOperator } from './pinned-versions.ts'
import { describeCluster } from './testing/describe-cluster.ts'

const operators = [keda, prometheusOperator].map((operator) => ({ operator, version: operator.versions[0] }))
const apply = 'kubectl apply --server-side --dry-run=server --validate=strict --warnings-as-errors --filename'

await describeCluster(
  'objects that the documents name, by the definitions of their operators',
  operators,
  (cluster) => {
    test('the objects of the page on KEDA are valid', async () => {
      const { folder, shell } = cluster()
      const [, objects = ''] = (await readText('docs/guide/integrations/keda.md')).match(/```yaml\n([\s\S]*?)```/) ?? []
      await Bun.write(join(folder, 'keda.yaml'), objects)
      const printed = await shell('administrator').run(`${apply} keda.yaml`)
      expect(printed).toContain('scaledobject.keda.sh/batch-worker serverside-applied')
      await Bun.write(join(folder, 'keda.yaml'), objects.replace('pollingInterval', 'pollingIntervall'))
      const { stderr } = await shell('administrator').runToEnd(`${apply} keda.yaml`)
      expect(stderr).toContain('pollingIntervall')
    })

    test('the alerts are the spec of a PrometheusRule, as the page on alerts says', async () => {
      const { folder, shell } = cluster()
      const { groups } = await readYaml<{ groups: unknown[] }>('deploy/observability/alerts.yml')
      const rule = { apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule', metadata: { name: 'hexawatt' } }
      await Bun.write(join(folder, 'rule.json'), JSON.stringify({ ...rule, spec: { groups } }))
      expect(await shell('administrator').run(`${apply} rule.json`)).toContain(
        'prometheusrule.monitoring.coreos.com/hexawatt',
      )
    })
  },
)

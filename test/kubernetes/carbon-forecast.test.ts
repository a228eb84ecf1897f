import { beforeAll, expect, test } from 'bun:test'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import answers from '../../shared/src/openapi/examples/answers.json'
import { readText, root } from '../deploy/testing/deploy-files.ts'
import { kedaFolder } from '../deploy/testing/manifests.ts'
import { runToEnd } from '../programs/testing/run-command.ts'
import { describeCluster } from './testing/describe-cluster.ts'
import type { Shell } from './testing/kubectl.ts'
import { listObjects } from './testing/objects.ts'

/** The commands that the page names, and the account that its job runs under. */
const commands = ((await readText('docs/guide/integrations/keda.md')).match(/```sh\n([\s\S]*?)```/)?.[1] ?? '')
  .trim()
  .split('\n')
const account = 'system:serviceaccount:batch:carbon-forecast'

/** The forecast as the API sends it. */
const { body: forecast } = answers.getCarbonAwareSdkExport

await describeCluster(
  'the job that writes the carbon forecast, in a namespace that admits restricted pods',
  [],
  (cluster) => {
    let administrator: Shell

    beforeAll(async () => {
      const { folder } = cluster()
      administrator = cluster().shell('administrator')
      await cp(join(root, kedaFolder), join(folder, kedaFolder), { recursive: true })
      await administrator.run('kubectl create namespace batch')
      await administrator.run('kubectl label namespace batch pod-security.kubernetes.io/enforce=restricted')
    })

    test('the commands of the page make the job and a pod', async () => {
      for (const command of commands) await administrator.run(`HEXAWATT_API_KEY=hxw_example; ${command}`)
      const pods = () => listObjects(administrator, '--namespace=batch pods')
      expect(await pollUntil(async () => (await pods()).length === 1, { intervalMs: 500, timeoutMs: 60_000 })).toBe(
        true,
      )
    })

    test('its program writes the ConfigMap with the token of its account, and applying the file again keeps it', async () => {
      const { folder } = cluster()
      using api = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json(forecast) })
      // What Kubernetes mounts into the pod.
      const mounted = join(folder, 'account')
      await Bun.write(join(mounted, 'token'), await administrator.run('kubectl -n batch create token carbon-forecast'))
      await Bun.write(join(mounted, 'namespace'), 'batch')
      const certificate = '{.data.ca\\.crt}'
      const printed = await administrator.run(`kubectl -n batch get cm kube-root-ca.crt -o "jsonpath=${certificate}"`)
      await Bun.write(join(mounted, 'ca.crt'), printed)
      const address = await administrator.run(
        'kubectl config view --minify -o "jsonpath={.clusters[0].cluster.server}"',
      )
      const env = {
        HEXAWATT_URL: api.url.origin,
        HEXAWATT_API_KEY: 'hxw_example',
        CONFIG_MAP: 'carbon-intensity/data',
        KUBERNETES_SERVICE_HOST: '127.0.0.1',
        KUBERNETES_SERVICE_PORT: new URL(address).port,
        SERVICE_ACCOUNT_FOLDER: mounted,
      }
      const job = [process.execPath, 'deploy/image/main.ts', 'carbon-forecast']
      expect(await runToEnd(job, { folder: root, env })).toMatchObject({ exitCode: 0, stderr: '' })
      await administrator.run(commands[1] ?? '')
      const stored = await administrator.run(
        'kubectl -n batch get configmap carbon-intensity -o "jsonpath={.binaryData.data}"',
      )
      expect(JSON.parse(atob(stored))).toEqual(forecast)
    })

    test('its account may change that ConfigMap and nothing else', async () => {
      const rights = [
        ['patch configmaps/carbon-intensity', 'yes'],
        ['get configmaps/carbon-intensity', 'no'],
        ['patch configmaps/other', 'no'],
        ['create configmaps', 'no'],
        ['get secrets', 'no'],
        ['list pods', 'no'],
      ]
      for (const [right, answer] of rights) {
        const { stdout } = await administrator.runToEnd(`kubectl auth can-i -n batch --as=${account} ${right}`)
        expect([right, stdout.trim()]).toEqual([right, answer ?? ''])
      }
    })
  },
)

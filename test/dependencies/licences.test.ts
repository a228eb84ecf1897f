import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { idOf, listInstalledPackages } from '../../dev/src/release/sbom/installed-packages.ts'
import licences from '../../dev/src/release/sbom/licences.json' with { type: 'json' }
import { listRefusedLicences } from '../../dev/src/release/sbom/licences.ts'
import { readProductionInstall } from '../../dev/src/release/sbom/production-install.ts'

const root = join(import.meta.dir, '../..')
const { packages } = await readProductionInstall(root)
const shipped = new Set(packages.map(idOf))
const installed = await listInstalledPackages(root)

describe('licences of the packages in the images', () => {
  test('every licence is on the list of allowed ones', () => {
    expect(packages.length).toBeGreaterThan(100)
    expect(listRefusedLicences(packages)).toEqual([])
  })

  test('a package is refused by its name if its licence is missing or not on the list', () => {
    const added = [
      { name: 'left-pad', version: '1.0.0', licence: null },
      { name: 'store', version: '2.0.0', licence: 'SSPL-1.0' },
      { name: 'mixed', version: '3.0.0', licence: 'MIT AND GPL-3.0-only' },
      { name: 'choice', version: '4.0.0', licence: '(GPL-3.0-only OR MIT)' },
      { name: 'nested', version: '5.0.0', licence: '(MIT OR ISC) AND SSPL-1.0' },
    ]
    expect(listRefusedLicences([...packages, ...added])).toEqual([
      'left-pad 1.0.0 states no licence',
      'store 2.0.0 has the licence SSPL-1.0, which licences.json does not allow',
      'mixed 3.0.0 has the licence MIT AND GPL-3.0-only, which licences.json does not allow',
      'nested 5.0.0 has the licence (MIT OR ISC) AND SSPL-1.0, which licences.json does not allow',
    ])
  })

  test('each package comes with its licence text, or the attribution page has it', async () => {
    const attribution = await Bun.file(join(root, 'ATTRIBUTION.md')).text()
    const withoutText = installed
      .filter((found) => shipped.has(idOf(found)))
      .filter(({ folder }) => !readdirSync(folder).some((file) => /^(licen[cs]e|copying)/i.test(file)))
      .map(({ name }) => name)
    expect(withoutText.length).toBeGreaterThan(0)
    expect(withoutText.filter((name) => !attribution.includes(`\`${name}\``))).toEqual([])
  })

  test('no licence is stated for a package that nothing ships any more', async () => {
    const shippedNames = new Set(packages.map(({ name }) => name))
    const others = [
      await Bun.file(join(root, 'deploy/image/bun/package-lock.json')).text(),
      await Bun.file(join(root, 'clients/python/pyproject.toml')).text(),
      await Bun.file(join(root, 'dev/package.json')).text(),
    ].join('\n')
    expect(Object.keys(licences.stated).filter((name) => !shippedNames.has(name) && !others.includes(name))).toEqual([])
  })
})

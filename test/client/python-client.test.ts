import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { allOperations } from '@hexawatt/shared/contract/operations'
import { renderPythonModels } from '@hexawatt/shared/openapi/client/python-models'
import { renderSyncClient } from '@hexawatt/shared/openapi/client/python-sync-client'
import { toPythonMethod } from '@hexawatt/shared/openapi/client/python-text'

const root = join(import.meta.dir, '../../clients/python')
const packageFolder = join(root, 'src/hexawatt')

/** Texts of the files of Python in a folder, by name. */
async function readFolder(folder: string): Promise<Record<string, string>> {
  const names = (await Array.fromAsync(new Bun.Glob('*.py').scan(join(packageFolder, folder)))).sort()
  const read = names.map(async (name) => [name, await Bun.file(join(packageFolder, folder, name)).text()] as const)
  return Object.fromEntries(await Promise.all(read))
}

const models = renderPythonModels()
const asyncFiles = await readFolder('_async')
/** Code of the operations, with the parameters that they share. */
const code = [...Object.values(asyncFiles), await Bun.file(join(packageFolder, 'parameters.py')).text()].join('\n')

/** Operations of the published clients, with the live events; exports are for programs that read them as they come. */
const clientOperations = allOperations.filter(({ clientFile, kind }) => clientFile !== null || kind === 'events')

describe('the Python client', () => {
  test('its models are what `bun run docs` generates from the contract, and no other file is next to them', async () => {
    expect(await readFolder('models')).toEqual(models)
  })

  test('its synchronous half is what `bun run docs` makes of the asynchronous half', async () => {
    expect(await readFolder('_sync')).toEqual(renderSyncClient(asyncFiles))
  })

  test('the synchronous half awaits nothing', async () => {
    expect(Object.values(renderSyncClient(asyncFiles)).join('\n')).not.toMatch(/\b(async|await|asyncio\.|Async\w+)\b/)
  })

  test('each module has at most 250 lines, and imports only modules that import it in no circle', () => {
    const imports = Object.entries(models).map(([name, text]) => {
      const names = [...text.matchAll(/^from hexawatt\.models\.(\w+) import/gm)].map(([, module = '']) => module)
      return [name.replace(/\.py$/, ''), names] as const
    })
    const importsOf = new Map(imports)
    const reaches = (from: string, to: string): boolean =>
      (importsOf.get(from) ?? []).some((next) => next === to || reaches(next, to))
    expect(imports.map(([name]) => name).filter((name) => reaches(name, name))).toEqual([])
    for (const text of Object.values(models)) expect(text.split('\n').length).toBeLessThanOrEqual(250)
  })

  test('a model has Python names, descriptions with units, and accepts constants that are newer than the package', () => {
    expect(models['hours.py']).toContain(
      '    production_gco2_per_kwh: list[float | None] = Field(alias="productionGCo2PerKwh")\n    """Carbon intensity of each hour on the production boundary, gCO2eq/kWh. None when unknown."""\n',
    )
    expect(models['grid_parts.py']).toContain('TariffColor: TypeAlias = Literal["Bleu", "Blanc", "Rouge"] | str\n')
    expect(models['grid.py']).toContain('    date: Day\n')
    expect(models['grid.py']).toContain('    prices: ColorPrices | None = None\n')
  })

  test('it has the version of the TypeScript client', async () => {
    const { version } = await Bun.file(join(root, '../typescript/package.json')).json()
    expect(await Bun.file(join(root, 'pyproject.toml')).text()).toContain(`\nversion = "${version}"\n`)
  })

  for (const { id, path, needsKey, query } of clientOperations) {
    test(`it has a method for ${id} that sends each of its parameters, and the key only if one is needed`, () => {
      expect(code).toMatch(new RegExp(`\\bdef ${toPythonMethod(id)}\\(`))
      expect(code).toContain(`"${path}"`)
      const names = Object.keys(query.entries)
      expect(names.filter((name) => !code.includes(`"${name}"`))).toEqual([])
      const isSentWithout = new RegExp(`Request\\("${path}",[^\\n]*needs_key=False`).test(code)
      expect(isSentWithout).toBe(!needsKey)
    })
  }
})

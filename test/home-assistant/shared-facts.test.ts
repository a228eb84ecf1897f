import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { objectives, subscribedKvas, tariffKinds } from '@hexawatt/shared/contract/planning/choices'
import { maxQuietRanges } from '@hexawatt/shared/contract/query/given-hours'
import { toScoreLevel } from '@hexawatt/shared/methodology/score/composite'

const project = join(import.meta.dir, '../..')
const component = join(project, 'clients/home-assistant/custom_components/hexawatt')
const readComponent = (name: string) => Bun.file(join(component, name)).text()

/** Texts in quotes of the list that a name stands for in a file of Python. */
function listOf(code: string, name: string): string[] {
  const [, list = ''] = new RegExp(`^${name}\\b[^=\\n]*= ?[[(](.*)[\\])]$`, 'm').exec(code) ?? []
  return [...list.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text)
}

test('the integration offers the powers, objectives, contracts and number of quiet ranges that the API accepts', async () => {
  const [constants, schemas, loads] = await Promise.all(
    ['const.py', 'forms/schemas.py', 'planning/loads.py'].map(readComponent),
  )
  expect(listOf(schemas ?? '', 'SUBSCRIBED_KVAS')).toEqual(subscribedKvas.map(String))
  expect(listOf(constants ?? '', 'OBJECTIVES').sort()).toEqual([...objectives].sort())
  const tariffs = [...(constants ?? '').matchAll(/^TARIFF_\w+: Final = "(\w+)"/gm)].map(([, id = '']) => id)
  expect(tariffs.sort()).toEqual([...tariffKinds].sort())
  expect(loads).toContain(`\nMOST_QUIET_RANGES = ${maxQuietRanges}\n`)
})

test('the levels of a score begin where those of the API begin', async () => {
  const forecast = await readComponent('forecast.py')
  const begins = ['FAVORABLE_FROM', 'CORRECT_FROM'].map((name) =>
    Number(new RegExp(`^${name} = (\\d+)$`, 'm').exec(forecast)?.[1]),
  )
  const levels = Array.from({ length: 101 }, (_, score) => toScoreLevel(score))
  const changes = levels.flatMap((level, score) => (score > 0 && level !== levels[score - 1] ? [score] : []))
  expect(begins).toEqual(changes.toReversed())
})

test('integration, its manifest and the client that it requires have the version of the project', async () => {
  const { version } = await Bun.file(join(project, 'package.json')).json()
  expect(await readComponent('const.py')).toContain(`\nVERSION: Final = "${version}"\n`)
  expect(JSON.parse(await readComponent('manifest.json'))).toMatchObject({
    version,
    requirements: [`hexawatt==${version}`],
  })
  for (const folder of ['home-assistant', 'python']) {
    const settings = await Bun.file(join(project, `clients/${folder}/pyproject.toml`)).text()
    expect([folder, settings]).toEqual([folder, expect.stringContaining(`\nversion = "${version}"\n`)])
  }
})

test('each client carries the licence of the project', async () => {
  const licence = await Bun.file(join(project, 'LICENSE')).text()
  for (const folder of ['home-assistant', 'python', 'typescript', 'node-red']) {
    expect([folder, await Bun.file(join(project, `clients/${folder}/LICENSE`)).text()]).toEqual([folder, licence])
  }
})

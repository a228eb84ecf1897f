import { expect, test } from 'bun:test'
import { join } from 'node:path'
import * as v from 'valibot'

const project = join(import.meta.dir, '../..')
const component = join(project, 'clients/home-assistant/custom_components/hexawatt')
const readPage = () => Bun.file(join(project, 'docs/develop/home-assistant.md')).text()

const addresses: { [operation: string]: string } = {
  OUTLOOK: '`/v1/outlook`',
  PRICES: '`/v1/export/evcc` (prices of the contract)',
  COLORS: '`/v1/tariff/outlook`',
  SIGNALS: '`/v1/grid/status`',
  HOURS: '`/api/hours` (this month)',
}

test('the page has the intervals of the requests that the integration keeps', async () => {
  const code = await Bun.file(join(component, 'budget.py')).text()
  const intervals = [...code.matchAll(/Operation\.(\w+): timedelta\(hours=(\d+)\)/g)]
  expect(intervals.map(([, operation]) => operation).sort()).toEqual(Object.keys(addresses).sort())
  const page = await readPage()
  for (const [, operation, hours] of intervals) expect(page).toContain(`| ${addresses[operation ?? '']} | ${hours} h |`)
})

test('the page names every rule of the quality scale that is not done', async () => {
  const rules = await Bun.file(join(component, 'quality_scale.yaml')).text()
  const others = [...rules.matchAll(/^ {2}([\w-]+):\n {4}status: (\w+)/gm)].map(
    ([, rule, status]) => `${rule} ${status}`,
  )
  const rows = [...(await readPage()).matchAll(/^\| (`[^|]+) \| (todo|exempt) \|/gm)]
  const named = rows.flatMap(([, cell, status]) =>
    [...(cell ?? '').matchAll(/`([\w-]+)`/g)].map(([, rule]) => `${rule} ${status}`),
  )
  expect(named.sort()).toEqual(others.sort())
  expect([...rules.matchAll(/^ {2}[\w-]+:/gm)]).toHaveLength(54)
})

test('the guide says the same intervals', async () => {
  const code = await Bun.file(join(component, 'budget.py')).text()
  const guide = await Bun.file(join(project, 'docs/guide/integrations/home-assistant.md')).text()
  for (const [, operation = '', hours] of code.matchAll(/Operation\.(\w+): timedelta\(hours=(\d+)\)/g)) {
    const [address] = addresses[operation]?.split(' ') ?? []
    const row = guide.split('\n').find((line) => line.startsWith(`| ${address} `))
    expect([operation, row]).toEqual([
      operation,
      expect.stringContaining(hours === '1' ? '| every hour' : `| every ${hours} hours`),
    ])
  }
})

const Names = v.record(v.string(), v.record(v.string(), v.looseObject({ name: v.string() })))

/** Ids that Home Assistant makes of the entity names of a language, with LOAD and METER for what the user names. */
async function listEntityIds(language: string): Promise<string[]> {
  const { entity } = await Bun.file(join(component, 'translations', `${language}.json`)).json()
  return Object.entries(v.parse(Names, entity)).flatMap(([platform, entities]) =>
    Object.entries(entities).map(([key, { name }]) => {
      const device = key.includes('best_window') && platform !== 'calendar' ? 'LOAD' : 'hexawatt'
      return `${platform}.${device}_${slugify(name.replace('{sensor}', ''))}${name.includes('{sensor}') ? '_METER' : ''}`
    }),
  )
}

/** Lower-case letters without accents, words joined by underscores: as Home Assistant makes ids of names. */
const slugify = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{Mn}’]/gu, '')
    .toLowerCase()
    .replaceAll(/\W+/g, '_')
    .replace(/_$/, '')

test('the guide names entities by the ids that Home Assistant gives them, in English and in French', async () => {
  const guide = await Bun.file(join(project, 'docs/guide/integrations/home-assistant.md')).text()
  const [english, french] = [await listEntityIds('en'), await listEntityIds('fr')]
  const pairs = new Map(english.map((id, index) => [id, french[index]]))
  const rows = [...guide.matchAll(/^\| `([\w.]+)` \| `([\w.]+)` \|/gm)]
  expect(rows.length).toBeGreaterThan(14)
  for (const [, id = '', inFrench] of rows) expect([id, pairs.get(id)]).toEqual([id, inFrench])
  const shown = guide
    .slice(guide.indexOf('## Forecasts'))
    .matchAll(/\b(?:sensor|binary_sensor|calendar)\.(?:hexawatt|lave_vaisselle)_\w+/g)
  const ids = [...shown].map(([id]) => id.replace('lave_vaisselle', 'LOAD'))
  expect(ids.length).toBeGreaterThan(8)
  expect(ids.filter((id) => !french.includes(id))).toEqual([])
})

test('the page of Predbat names the sensor that has the forecast, in English and in French', async () => {
  const page = await Bun.file(join(project, 'docs/guide/integrations/predbat.md')).text()
  const named = [...page.matchAll(/sensor\.hexawatt_\w+/g)].map(([id]) => id)
  expect(named).toEqual(['sensor.hexawatt_carbon_intensity', 'sensor.hexawatt_intensite_carbone'])
})

import { expect, test } from 'bun:test'
import { join } from 'node:path'

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

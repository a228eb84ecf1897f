import { describe, expect, test } from 'bun:test'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { ContractTable } from '@hexawatt/shared/contract/planning/contracts'
import { shippedTable } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import { buildAssets } from '../../kit/assets.ts'
import { sampleDashboard, toPlainText } from '../state/testing/sample-dashboard.ts'
import { createUnderstandPage } from './understand-page.ts'

const site = { publicBaseUrl: 'https://power.example', assets: await buildAssets(), hasAccounts: true }

async function get(
  dashboard: DashboardResponse | null,
  query = '',
  table: ContractTable = shippedTable,
): Promise<string> {
  const page = await createUnderstandPage({
    site,
    current: { latest: async () => dashboard },
    latestAccuracy: async () => null,
    readContractTable: async () => ({ table, changedAtMs: 0 }),
    clock: { now: () => Temporal.Instant.from('2026-02-03T18:20:00Z') },
  })
  const response = await page.answer(new Request(`https://power.example/comprendre${query}`))
  expect(response.status).toBe(200)
  return response.text()
}
const say = async (...of: Parameters<typeof get>): Promise<string> => toPlainText(await get(...of))

const dashboard = sampleDashboard()
const { score, carbon } = dashboard

describe('the page /comprendre', () => {
  test('has the figures of the hour in both languages', async () => {
    const [french, english] = await Promise.all([say(dashboard), say(dashboard, '?lang=en')])
    expect(french).toContain(`En ce moment : ${score?.globalScore} sur 100`)
    expect(english).toContain(`At the moment: ${score?.globalScore} of 100`)
    expect(french).toContain(`cycle de vie compris ${Math.round(carbon?.estimatedGCo2PerKwh ?? 0)} g`)
    expect(french).toContain('Une voiture moyenne émet 256 g de CO₂ par kilomètre')
    for (const text of [french, english]) expect(text).not.toMatch(/\{\{|undefined|NaN|\bnull\b/)
  })

  test('works the score of the hour out, so that the points add up', async () => {
    const markup = await get(dashboard)
    const points = [...markup.matchAll(/id="points-of-\w+">([\d,]+)</g)].map(([, text = '']) =>
      Number(text.replace(',', '.')),
    )
    const total = Number(/id="points-total">([\d,]+)</.exec(markup)?.[1]?.replace(',', '.'))
    expect(points).toHaveLength(4)
    expect(points.reduce((sum, one) => sum + Math.round(10 * one), 0)).toBe(Math.round(10 * total))
    expect(markup).toContain(`id="weighed-score">${score?.globalScore}<`)
  })

  test('without data says the same, and that the figures are unknown', async () => {
    const text = await say(null)
    expect(text).toContain('En ce moment : inconnu sur 100')
    expect(text).toContain('Aucune note fiable en ce moment')
    expect(text).toContain('cycle de vie compris inconnu')
  })

  test('names the prices in force and what they rest on', async () => {
    const text = await say(dashboard)
    expect(text).toContain('Base 19,40 ct 1er févr. 2026 publié')
    const contracts = shippedTable.contracts.map((version) => ({ ...version, certainty: 'unconfirmed' as const }))
    expect(await say(dashboard, '', { ...shippedTable, contracts })).toContain('2026 une seule source, à confirmer')
    expect(await say(dashboard, '', { ...shippedTable, contracts: [] })).toContain('Tempo inconnu')
  })

  test('has a table of contents whose links lead to the chapters, and no inline style', async () => {
    const markup = await get(dashboard)
    const ids = [...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    const targets = [...markup.matchAll(/href="#([^"]+)"/g)].map(([, id]) => decodeURIComponent(id ?? ''))
    expect(targets.length).toBeGreaterThan(9)
    expect(targets.filter((target) => !ids.includes(target))).toEqual([])
    expect(ids.length).toBe(new Set(ids).size)
    expect(markup).not.toContain(' style="')
  })
})

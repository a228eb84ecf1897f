import { describe, expect, test } from 'bun:test'
import { operations } from '@hexawatt/shared/contract/operations'
import { defaultPlanTable, type PlanTable } from '@hexawatt/shared/contract/plans'
import { languages } from '@hexawatt/shared/contract/values/languages'
import { buildAssets } from '../../kit/assets.ts'
import { createPlansPage, type PlansPageInput } from './plans-page.ts'

const assets = await buildAssets()
const demoKey = `hxw_${'d'.repeat(32)}`
const publicBaseUrl = 'https://api.example.org'

async function ask(more: Partial<PlansPageInput> = {}, query = '', headers: Record<string, string> = {}) {
  const page = createPlansPage({
    site: { publicBaseUrl, assets, hasAccounts: false },
    planTable: defaultPlanTable,
    demoKey,
    accountUrl: null,
    ...more,
  })
  const request = new Request(`${publicBaseUrl}${page.path}${query}`, { headers })
  return page.answer(request)
}
const textOf = async (...asked: Parameters<typeof ask>): Promise<string> => (await ask(...asked)).text()

/** Cells of the table of plans, by the name of the row. */
function cellsOf(text: string): Record<string, string[]> {
  const rows = [...text.matchAll(/<tr data-row="(\w+)">(.*?)<\/tr>/gs)]
  return Object.fromEntries(
    rows.map(([, name = '', row = '']) => [
      name,
      [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = '']) => cell),
    ]),
  )
}

describe('the page /plans', () => {
  test('is in French or on request in English, and is 304 to a client that has it', async () => {
    expect(await textOf()).toContain('<html lang="fr"')
    const english = await ask({}, '?lang=en')
    expect([english.status, english.headers.get('content-language')]).toEqual([200, 'en'])
    expect(await english.text()).toContain('<html lang="en"')
    const again = await ask({}, '?lang=en', { 'if-none-match': english.headers.get('etag') ?? '' })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('runs only the script of the frame, and loads only files of the site', async () => {
    const answer = await ask()
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    const text = await answer.text()
    expect(text).not.toMatch(/<script>|\sstyle=|\son[a-z]+=|<style/)
    const { frame, pages, icon } = assets
    const loaded = [...text.matchAll(/<link rel="(?:stylesheet|icon)"[^>]*href="([^"]+)"|<script[^>]*src="([^"]+)"/g)]
    expect(loaded.map(([, linked, run]) => `/${linked ?? run}`).sort()).toEqual(
      [frame.style, frame.script, pages.plans.style, icon].map((file) => file?.path ?? '').sort(),
    )
  })

  test('shows the configured plans', async () => {
    const { plans } = defaultPlanTable
    const planTable: PlanTable = {
      ...defaultPlanTable,
      plans: {
        ...plans,
        pro: {
          ...plans.pro,
          priceEurPerMonth: 12.5,
          requestsPerMinute: 77,
          overageEurPerRequest: 0.00025,
          historyDays: 99,
        },
      },
    }
    const inFrench = cellsOf(await textOf({ planTable }))
    expect(inFrench['price']).toEqual(['gratuit', '12,5\u00a0€', '499\u00a0€'])
    expect(inFrench['month']).toEqual(['3\u202f000', '30\u202f000', '150\u202f000'])
    const inEnglish = cellsOf(await textOf({ planTable }, '?lang=en'))
    expect(inEnglish['minute']).toEqual(['10', '77', '200'])
    expect(inEnglish['beyond']).toEqual([
      'refused',
      '€0.00025 per request, up to 3 times the volume',
      '€0.0005 per request, up to 3 times the volume',
    ])
    expect(inEnglish['history']).toEqual(['7\u00a0days', '99\u00a0days', '10\u00a0years'])
    expect(inEnglish['analytics']).toEqual(['no', 'yes', 'yes'])
  })

  test.each(languages)('explains what the demo key may do and how it is sent: %s', async (language) => {
    const planTable = { ...defaultPlanTable, demo: { requestsPerMinute: 4, requestsPerMonth: 1_234 } }
    const text = await textOf({ planTable }, `?lang=${language}`)
    expect(text).toContain(`X-Api-Key: ${demoKey}" ${publicBaseUrl}/v1/score`)
    expect(text).toMatch(/\b4\s(requêtes|requests).*\b1[,\s]234\s(réponses|answers)/)
    for (const operation of operations) {
      const isOpen = operation.needsKey && !operation.isClosedToDemo
      expect([operation.path, text.includes(`<li><code>${operation.path}</code></li>`)]).toEqual([
        operation.path,
        isOpen,
      ])
    }
  })

  test('mentions no demo key if there is none', async () => {
    const text = await textOf({ demoKey: null }, '?lang=en')
    expect(text).not.toMatch(/hxw_|demo/i)
    expect(text).toContain('Get your own key')
  })

  test('links the operator’s own account page, or explains how a key is created', async () => {
    const accountUrl = 'https://example.org/start?a=1&b="2"'
    const linked = await textOf({ accountUrl })
    expect(linked).toContain('href="https://example.org/start?a=1&amp;b=&quot;2&quot;"')
    expect(linked).not.toContain('keys create')
    expect(await textOf()).toContain('bun run keys create --account')
  })
})

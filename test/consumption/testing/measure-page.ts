import type { HoursResponse } from '@hexawatt/shared/contract/hours'
import { writeCustomerFile } from '@hexawatt/shared/methodology/load-curve/testing/curve-files-fixture'
import { makeColors, makeHours, toMonths } from '@hexawatt/shared/methodology/load-curve/testing/made-up-year'
import { shippedTable } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import { buildAssets, listAssets } from '@hexawatt/svc-web/src/kit/assets.ts'
import { createConsumptionPage } from '@hexawatt/svc-web/src/pages/consumption/consumption-page.ts'
import { launchBrowser } from '../../dashboard/testing/browser.ts'

// How long a year of quarter-hours under four contracts takes from the file to the painted answer, and each interaction, in Chromium with the months in its
// cache: `bun test/consumption/testing/measure-page.ts`. The figures depend on the machine, so that no test has them.

const rounds = 5
const [fromMs, toMs] = [Date.parse('2025-01-01T00:00:00+01:00'), Date.parse('2026-01-01T00:00:00+01:00')]
const powerW = Array.from({ length: (toMs - fromMs) / 900_000 }, (_, step) => 300 + ((step * 37) % 4_211))
const buffer = Buffer.from(writeCustomerFile({ startMs: fromMs, minutes: 15, powerW }))
const market = { prices: [], colors: makeColors('2024-12-31', '2026-01-01', ['2025-01-14', '2025-01-15']) }
const months = new Map<string | null, HoursResponse>(
  toMonths({ hours: makeHours(fromMs, toMs, 13), market }).map((month) => [month.month, month]),
)
const assets = await buildAssets()
const site = { publicBaseUrl: 'http://localhost', assets, hasAccounts: false }
const page = createConsumptionPage(site)
const files = new Map(listAssets(assets).map((asset) => [asset.path, asset.page]))
const headers = { 'cache-control': 'public, max-age=86400', 'x-data-mode': 'live' }
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === page.path) return page.answer(request)
    if (pathname === '/api/tariffs') return Response.json(shippedTable, { headers })
    if (pathname === '/api/hours') return Response.json(months.get(searchParams.get('month')), { headers })
    return files.get(pathname)?.(request) ?? new Response(null, { status: 404 })
  },
})

const browser = await launchBrowser()
const context = await browser.newContext({ locale: 'fr-FR' })
const contract = encodeURIComponent('tariff=base&adderEurPerKwh=0.08&vatPercent=20')
await context.addCookies([{ name: 'contract', value: contract, url: server.url.origin }])
await context.addInitScript(`localStorage.setItem('hexawatt.consumption', 'spotSubscription=15')`)
const visited = await context.newPage()
await visited.goto(`${server.url.origin}${page.path}`)
const painted = 'new Promise((done) => requestAnimationFrame(() => setTimeout(done)))'
for (let round = 0; round <= rounds; round += 1) {
  // The clock starts when the page learns of the file, and stops with the frame after the answer.
  const measured = visited.evaluate(`new Promise((done) => {
    let startedMs = 0
    document.querySelector('#file').addEventListener('change', () => { startedMs = performance.now() }, { capture: true, once: true })
    const observer = new MutationObserver(() => {
      if (startedMs === 0 || document.querySelector('#zone').getAttribute('aria-busy') !== 'false') return
      observer.disconnect()
      ${painted}.then(() => done(performance.now() - startedMs))
    })
    observer.observe(document.querySelector('#zone'), { attributes: true, childList: true, subtree: true })
  })`)
  // As a reader who moves to the button.
  await visited.locator('#file').focus()
  await visited.waitForTimeout(500)
  await visited.locator('#file').setInputFiles({ name: 'year.csv', mimeType: 'text/csv', buffer })
  const elapsedMs = Math.round(Number(await measured))
  const contracts = await visited.locator('.costs li').count()
  // The first round stores the months.
  if (round > 0) console.log(`file to painted answer: ${elapsedMs} ms, ${contracts} contracts`)
}

for (const [name, act] of [
  [
    'share of the evenings',
    `{ const share = document.querySelector('#share'); share.value = (Number(share.value) + 5) % 50; share.dispatchEvent(new Event('input', { bubbles: true })) }`,
  ],
  [
    'contract',
    `{ const all = [...document.querySelectorAll('[name=tariff]')]; const next = all[(all.findIndex((one) => one.checked) + 1) % 3]; next.checked = true; next.dispatchEvent(new Event('change', { bubbles: true })) }`,
  ],
] as const) {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    times.push(
      Number(
        await visited.evaluate(
          `(() => { const startedMs = performance.now(); ${act}; return ${painted}.then(() => performance.now() - startedMs) })()`,
        ),
      ),
    )
  }
  console.log(`${name}: ${times.map((time) => time.toFixed(1)).join(', ')} ms to the next frame`)
}
await browser.close()
await server.stop(true)

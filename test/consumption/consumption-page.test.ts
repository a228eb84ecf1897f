import { describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { makeUpCurve, writeCustomerFile } from '@hexawatt/shared/methodology/load-curve/testing/curve-files-fixture'
import { writeCustomerWorkbook } from '@hexawatt/shared/methodology/load-curve/testing/workbook-fixture'
import { closeAtEnd, stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import type { Page } from 'playwright-core'
import { hexawatt } from '../client/testing/command-line-fixture.ts'
import { startRecordingForwarder } from '../client/testing/recording-forwarder.ts'
import { axeViolations, unfoldTables, widthOfPage } from '../dashboard/testing/axe.ts'
import { newVisitor, useBrowser } from '../dashboard/testing/browser.ts'
import { startServedSystem } from '../gateway/testing/served-system-fixture.ts'
import { curve, digest, file, meter, text } from './testing/own-file.ts'

const folder = await makeTemporaryFolder()
closeAtEnd(() => rm(folder, { recursive: true, force: true }))
const system = stopAtEnd(await startServedSystem())
const site = stopAtEnd(startRecordingForwarder(system.gatewayUrl))
const browser = await useBrowser()
const visitor = await newVisitor(browser, { acceptDownloads: true })
const page = await visitor.newPage()

const path = join(folder, file.name)
await Bun.write(path, text)

const textOf = (selector: string) => page.locator(selector).innerText()
const give = (...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('#file').setInputFiles(files)
/** Waits for the text of an element: the policy of the page forbids the evaluation by which Playwright waits for functions. */
const waitForText = (selector: string, pattern: RegExp) =>
  page.locator(selector).filter({ hasText: pattern }).waitFor({ state: 'attached' })

async function open(on: Page, query = ''): Promise<void> {
  await on.goto(`${site.url}/consommations${query}`)
  await on.waitForLoadState('networkidle')
}

/** What of a load curve must not be in a request: meter, values, dates, the name of the file and its digest. */
function findLeaks(): string[] {
  const sent = JSON.stringify(site.requests)
  return [meter, 'chez-moi', digest]
    .filter((secret) => sent.includes(secret))
    .concat(sent.match(/\d{4}-\d\d-\d\d|\d\d\/\d\d\/\d{4}|73\d{5}/g) ?? [])
}

describe('a file that a reader drops', () => {
  test('is in no request of the page and its worker: they ask for the price table and the months by their names, with empty bodies', async () => {
    await open(page)
    site.take()
    await give(file)
    await waitForText('#source', /Votre courbe/)
    expect(site.requests.map(({ body }) => body).join('')).toBe('')
    expect(findLeaks()).toEqual([])
    const asked = site.take()
    expect(asked.filter((request) => request.includes('/api/')).toSorted()).toEqual([
      'GET /api/hours?month=2026-01',
      'GET /api/hours?month=2026-02',
      'GET /api/tariffs',
    ])
    const needed = /^GET \/(api\/(hours|tariffs)|dashboard\/\w+\/[\w-]+\.js)/
    expect(asked.filter((request) => !needed.test(request))).toEqual([])
    expect(await page.content()).not.toContain(meter)
    // The worker, which has the file, may ask this site only.
    const worker = await page.locator('#consumption').getAttribute('data-worker')
    const { headers } = await fetch(`${site.url}/${worker}`)
    expect(headers.get('content-security-policy')).toStartWith("default-src 'none'; connect-src 'self';")
  })

  test('the statement that is kept has every byte of the command line’s table, and the figures of the page are its figures', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#keep-csv').click()])
    const kept = await Bun.file(await download.path()).text()
    const own = [
      '--tariff',
      'base',
      '--subscribed-kva',
      '6',
      '--off-peak',
      '22:00-06:00',
      '--contracts',
      'base,hphc,tempo',
    ]
    const run = (...form: string[]) =>
      hexawatt(['statement', path, ...own, '--no-cache', '--lang', 'fr', ...form], { HEXAWATT_URL: site.url })
    const [csv, json] = await Promise.all([run('--csv'), run('--json')])
    expect(kept).toBe(csv.out)
    expect(download.suggestedFilename()).toBe('chez-moi_XXXXXXXXXXXXXX-bilan.csv')
    const { statement } = JSON.parse(json.out)
    const [keptJson] = await Promise.all([page.waitForEvent('download'), page.locator('#keep-json').click()])
    const report = await Bun.file(await keptJson.path()).json()
    expect(report.statement).toEqual(statement)
    expect([report.file.sha256, report.dataModes]).toEqual([digest, ['demo']])
    const shown = (await textOf('#costs')).replace(/\s/g, ' ')
    for (const { comparedEur } of statement.comparison.contracts) {
      expect(shown).toContain(`${new Intl.NumberFormat('fr-FR').format(Math.round(comparedEur)).replace(/\s/g, ' ')} €`)
    }
    const { kgCo2eq, gCo2eqPerKwh, gridGCo2eqPerKwh } = statement.total.emissions.production
    const emitted = (await textOf('#emissions')).replace(/\s/g, ' ')
    for (const figure of [kgCo2eq, gCo2eqPerKwh, gridGCo2eqPerKwh]) {
      expect(emitted).toContain(new Intl.NumberFormat('fr-FR').format(Math.round(figure)).replace(/\s/g, ' '))
    }
    expect(findLeaks()).toEqual([])
  })

  test('the page for an auditor has the command that gives it again, and runs no script', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#keep-html').click()])
    const kept = await Bun.file(await download.path()).text()
    expect(kept).toContain(
      `hexawatt statement chez-moi_XXXXXXXXXXXXXX.csv --url ${site.url} --tariff base --subscribed-kva 6 --off-peak 22:00-06:00 --lang fr --contracts base,hphc,tempo --html`,
    )
    expect([kept.includes(digest), kept.includes(meter), /<script|src=|href=/.test(kept)]).toEqual([true, false, false])
  })

  test('another contract counts at once, is remembered for every page, and no figure is asked for again', async () => {
    site.take()
    await page.locator('[name=tariff][value=tempo]').check()
    await waitForText('.mine-row', /Tempo/)
    expect(await textOf('#contract-name')).toBe('Tempo')
    expect(site.take()).toEqual([])
    const cookies = await visitor.cookies()
    expect(cookies.find(({ name }) => name === 'contract')?.value).toBe('tariff=tempo')
  })

  test('is forgotten by a button: the example is shown again', async () => {
    await page.locator('#forget').click()
    await waitForText('#source', /Exemple affiché/)
    expect(await page.locator('#keep, #forget').filter({ visible: true }).count()).toBe(0)
  })
})

describe('a file that cannot be used', () => {
  test('another kind of file is refused with how to get the right one, and the example stays', async () => {
    await give({ name: 'facture.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 facture') })
    await waitForText('#zone-refusal', /un document PDF, par exemple une facture.*Télécharger mes données/)
    expect(await textOf('#source')).toContain('Exemple affiché')
  })

  test('one of 100 MB is refused by its size before it is read', async () => {
    site.take()
    // A file of that size cannot be handed over by the test: the page gets one of zeros, made in the browser.
    await page.evaluate(`{
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(100_000_000)], 'year.csv'))
      const input = document.querySelector('#file')
      input.files = transfer.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    }`)
    await waitForText('#zone-refusal', /100\sMo, la limite est de 30\sMo/)
    expect(site.take().filter((request) => request.includes('/api/'))).toEqual([])
  })

  test('a workbook is read, but not joined; tables are joined: each value counts once', async () => {
    const workbook = { ...file, name: 'b.xlsx', buffer: Buffer.from(writeCustomerWorkbook(curve)) }
    await give(file, workbook)
    await waitForText('#zone-refusal', /tous en CSV/)
    await give(workbook)
    await waitForText('#source', /Votre courbe/)
    await give(file, { ...file, name: 'again.csv' })
    await waitForText('#notes', /répètent une heure déjà lue/)
  })
})

test('hours outside the history are listed as unknown, and no figure is guessed', async () => {
  const old = makeUpCurve(Date.parse('2019-03-04T00:00:00+01:00'), 3)
  await give({ ...file, buffer: Buffer.from(writeCustomerFile(old)) })
  await waitForText('#emissions', /aucune émission ne peut être dite/)
  expect(await textOf('#notes')).toMatch(/valeur inconnue pour .* car l’historique ne contient pas ces heures/)
  expect(await textOf('#shift')).toContain('Aucun jour ne permet de compter')
})

/** The page of another visitor. */
async function visit(options: Parameters<typeof newVisitor>[1] = {}, query = ''): Promise<Page> {
  const other = await (await newVisitor(browser, options)).newPage()
  await other.bringToFront()
  await open(other, query)
  return other
}

describe('the page', () => {
  test.each([
    ['fr', ['light', 'dark'], 390],
    ['en', ['dark', 'light'], 320],
  ] as const)(
    'has no violation of axe in %s, in both schemes, with a file and unfolded, and needs no sideways scrolling on a desktop and a phone',
    async (language, schemes, phoneWidth) => {
      const [colorScheme, otherScheme] = schemes
      const other = await visit({ viewport: { width: 1_280, height: 800 }, colorScheme }, `?lang=${language}`)
      await other.locator('#file').setInputFiles(file)
      await other.locator('#forget').waitFor()
      await unfoldTables(other)
      expect(await axeViolations(other)).toEqual([])
      expect(await widthOfPage(other)).toBe(1_280)
      await other.setViewportSize({ width: phoneWidth, height: 800 })
      await other.emulateMedia({ colorScheme: otherScheme })
      expect(await axeViolations(other, 'colors')).toEqual([])
      expect(await widthOfPage(other)).toBe(phoneWidth)
      await other.context().close()
    },
  )

  test('without a script shows the example for the contract that is asked for, and remembers it', async () => {
    const other = await visit({ javaScriptEnabled: false })
    expect(await other.locator('#verdict').innerText()).toContain('au lieu de')
    await other.locator('[name=tariff][value=tempo]').check()
    await other.getByRole('button', { name: 'Recalculer' }).click()
    expect(other.url()).toEndWith('/consommations?tariff=tempo')
    expect(await other.locator('#verdict').innerText()).toContain('Tempo est déjà votre contrat le moins cher')
    await other.goto(`${site.url}/consommations`)
    expect(await other.locator('.mine-row').innerText()).toContain('Tempo')
    expect([await other.locator('#file').isVisible(), await other.locator('#share').isVisible()]).toEqual([
      false,
      false,
    ])
  })

  test('can be used with the keyboard only: file, contract, honeycomb, share of the evenings', async () => {
    const other = await visit()
    await other.locator('#how summary').focus()
    await other.keyboard.press('Tab')
    // The browser itself opens its dialog from a focused file input.
    await other.locator('#file:focus').setInputFiles(file)
    await other.locator('#forget').waitFor()
    await other.locator('[name=tariff]:checked').focus()
    await other.keyboard.press('ArrowRight')
    expect(await other.locator('.mine-row').innerText()).toContain('Heures creuses')
    await other.locator('#honeycomb-cells').focus()
    await other.keyboard.press('ArrowUp')
    await other.keyboard.press('Home')
    expect(await other.locator('#honeycomb-say').innerText()).toMatch(/^Janvier, 0\sh/)
    await other.keyboard.press('ArrowDown')
    await other.keyboard.press('ArrowRight')
    expect(await other.locator('#honeycomb-say').innerText()).toMatch(/^Février, 1\sh/)
    await other.locator('#share').focus()
    await other.keyboard.press('End')
    expect(await other.locator('#share-out').innerText()).toMatch(/^50\s%/)
  })

  test('off-peak hours that cannot be read are reported, and the last valid hours stay in force', async () => {
    const other = await visit()
    await other.locator('#terms-more summary').click()
    await other.locator('#off-peak').fill('22h30')
    await other.locator('#off-peak').press('Tab')
    expect(await other.locator('#off-peak-say').innerText()).toContain('Exemple')
    await other.locator('#off-peak').fill('22h30-6h30')
    await other.locator('#off-peak').press('Tab')
    expect(await other.locator('#off-peak-say').innerText()).toBe('')
    const cookie = (await other.context().cookies()).find(({ name }) => name === 'contract')?.value ?? ''
    expect(decodeURIComponent(cookie)).toBe('tariff=base&offPeak=22:30-06:30')
  })
})

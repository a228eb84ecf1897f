import { describe, expect, test } from 'bun:test'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { axeViolations, widthOfPage } from '../dashboard/testing/axe.ts'
import { newVisitor, useBrowser } from '../dashboard/testing/browser.ts'
import { makeUpForecast } from '../home/testing/made-up-forecast.ts'
import { startLocalSite } from './testing/local-site.ts'

// The home page by keyboard, finger, screen reader, larger text, paper and without a script, each from the beginning to the end of a visit.

const site = stopAtEnd(await startLocalSite(makeUpForecast(3, '2026-02-03T17:07:00Z', 50).dashboard))
const browser = await useBrowser()
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** A visit that ends with the test. */
async function visit(look: (page: Page) => Promise<void>, options: BrowserContextOptions = {}, path = '/') {
  const context = await newVisitor(browser, options)
  try {
    const page = await context.newPage()
    await page.goto(`${site.url}${path}`)
    // The script has the data.
    if (options.javaScriptEnabled !== false) await page.waitForLoadState('networkidle')
    await look(page)
  } finally {
    await context.close()
  }
}

const readText = async (page: Page, selector: string): Promise<string> =>
  ((await page.locator(selector).first().textContent()) ?? '').replaceAll(/[\u00a0\u202f\s]+/g, ' ').trim()

/** Presses Tab until an element has the focus, and fails if that takes the whole page. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`)) return
  }
  throw new Error(`the keyboard does not reach ${selector}`)
}

describe('by the keyboard alone', () => {
  test('a visitor chooses, moves the frame, reads it, goes back, opens the table and darkens the page', async () => {
    await visit(async (page) => {
      await page.keyboard.press('Tab')
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Aller au contenu')
      await tabTo(page, '[name="appliance"]')
      await page.keyboard.press('ArrowRight')
      expect(await readText(page, '#head')).toStartWith('Lave-vaisselle :')
      await tabTo(page, '[name="tariff"]')
      for (const name of ['Heures creuses', 'Tempo']) {
        await page.keyboard.press('ArrowRight')
        expect(await readText(page, '#contract-name')).toBe(name)
      }
      await tabTo(page, '#landscape-frame')
      const [best, said] = [
        await readText(page, '#head'),
        await page.getAttribute('#landscape-frame', 'aria-valuetext'),
      ]
      for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('ArrowRight')
      await page.keyboard.press('PageUp')
      const moved = await readText(page, '#head')
      expect(moved).not.toBe(best)
      expect((await page.getAttribute('#landscape-frame', 'aria-valuetext'))?.replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(
        `${moved}. ${await readText(page, '#gain')}`,
      )
      await page.keyboard.press('Escape')
      expect([await readText(page, '#head'), await page.getAttribute('#landscape-frame', 'aria-valuetext')]).toEqual([
        best,
        said,
      ])
      await tabTo(page, '#landscape-table summary, #landscape summary')
      await page.keyboard.press('Enter')
      expect(await page.locator('#landscape-table tbody tr').count()).toBeGreaterThan(40)
      await tabTo(page, '#theme')
      await page.keyboard.press('s')
      expect(await page.getAttribute('html', 'data-theme')).toBe('dark')
    })
  })

  test('a visitor with a phone opens the menu and changes the language', async () => {
    await visit(async (page) => {
      await tabTo(page, '.menu summary')
      await page.keyboard.press('Enter')
      await tabTo(page, '.sheet a[hreflang="en"]')
      await page.keyboard.press('Enter')
      await page.waitForSelector('html[lang="en"]')
      expect(await readText(page, '#head')).toStartWith('Washing machine:')
    }, phone)
  })
})

describe('with a finger', () => {
  test('a visitor chooses appliance, contract and hour; every target is 44 px high or wide enough', async () => {
    await visit(async (page) => {
      await page.locator('label', { has: page.locator('[value="car"]') }).tap()
      await page.locator('label', { has: page.locator('[name="tariff"][value="tempo"]') }).tap()
      expect([(await readText(page, '#head')).split(' :')[0], await readText(page, '#contract-name')]).toEqual([
        'Voiture',
        'Tempo',
      ])
      const small =
        await page.evaluate(`[...document.querySelectorAll('main :is(label:has(input), select, .btn, summary, button)')]
        .map((target) => [target, target.getBoundingClientRect()])
        .filter(([, { width, height }]) => width > 0 && (height < 43.5 || width < 43.5))
        .map(([target, { width, height }]) => target.outerHTML.slice(0, 80) + ' ' + width + ' x ' + height)`)
      expect(small).toEqual([])
    }, phone)
  })
})

describe('a screen reader', () => {
  test('finds landmarks, headings in order, the sentence of the frame, and tables with names', async () => {
    await visit(async (page) => {
      const tree = await page.locator('body').ariaSnapshot()
      for (const role of ['banner', 'navigation "', 'main', 'contentinfo', 'slider "', 'form "']) {
        expect(tree).toContain(`- ${role}`)
      }
      const levels = [...tree.matchAll(/- '?heading .*\[level=(\d)\]/g)].map(([, level]) => Number(level))
      expect(levels.filter((level) => level === 1)).toEqual([1])
      const skipped = levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1)
      expect(skipped).toEqual([])
      // A role without a name stands alone before its colon.
      expect(tree.match(/- (link|button|checkbox|radio|combobox|slider|textbox|img|table)(:| \[|$)/gm)).toBeNull()
    })
  })
})

describe('larger, calmer and in other colours', () => {
  test.each([
    ['a desktop at 200 %', 720, 100],
    ['a desktop with text of twice the size', 1_440, 200],
    ['a tablet with text of one and a half times the size', 768, 150],
    ['a phone with the large text of its system', 390, 130],
  ])('on %s nothing scrolls sideways, and no text is cut', async (_, width, textPercent) => {
    await visit(
      async (page) => {
        await page.evaluate(`document.documentElement.style.fontSize = '${textPercent}%'`)
        expect(await widthOfPage(page)).toBe(width)
        const texts = 'h1, h2, .gain, .basis, .btn, legend, .tiles span, .seg span, summary'
        const cut = await page.evaluate(`[...document.querySelectorAll('${texts}')]
          .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 1 && getComputedStyle(part).display !== 'inline')
          .map((part) => part.outerHTML.slice(0, 90) + ' ' + part.scrollWidth + ' > ' + part.clientWidth)`)
        expect(cut).toEqual([])
      },
      { viewport: { width, height: 450 } },
    )
  })

  test('without motion where the visitor asks for none', async () => {
    await visit(
      async (page) => {
        const moving = await page.evaluate(`[...document.querySelectorAll('*')].filter((part) => {
          const { transitionDuration, animationName, transitionProperty } = getComputedStyle(part)
          return animationName !== 'none' || (transitionProperty !== 'none' && transitionDuration.split(', ').some((time) => parseFloat(time) > 0))
        }).map((part) => part.outerHTML.slice(0, 80))`)
        expect(moving).toEqual([])
      },
      { reducedMotion: 'reduce' },
    )
  })

  test('in forced colours what is chosen still differs, and axe finds nothing', async () => {
    await visit(
      async (page) => {
        const looks = await page.evaluate<string[]>(`['appliance', 'tariff'].flatMap((name) => {
          const look = (selector) => {
            const { backgroundColor, color, borderColor, outlineStyle, fontWeight } = getComputedStyle(document.querySelector('[name=' + name + ']' + selector + ' + span'))
            return [backgroundColor, color, borderColor, outlineStyle, fontWeight].join()
          }
          return look(':checked') === look(':not(:checked)') ? [name] : []
        })`)
        expect(looks).toEqual([])
        expect((await axeViolations(page)).map(({ id }) => id)).toEqual([])
      },
      { forcedColors: 'active' },
    )
  })
})

test('on paper the page is light, without controls, with all hours of the picture', async () => {
  await visit(
    async (page) => {
      await page.emulateMedia({ media: 'print' })
      expect(await widthOfPage(page)).toBe(718)
      const controls = await page.locator('main :is(input, select, button, .btn)').filter({ visible: true }).all()
      expect(await Promise.all(controls.map((control) => control.getAttribute('id')))).toEqual([])
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
      const [needed, shown] = await page.evaluate<[number, number]>(
        `(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.getElementById('landscape-scroller'))`,
      )
      expect(needed).toBeLessThanOrEqual(shown + 1)
      expect(await page.locator('#head').isVisible()).toBe(true)
    },
    // The printable width of A4.
    { viewport: { width: 718, height: 1_000 }, colorScheme: 'dark' },
    '/?theme=dark',
  )
})

test('without a script the form answers for each contract; picture, table, Tempo and EcoWatt are there', async () => {
  await visit(
    async (page) => {
      expect(await readText(page, '#head')).toStartWith('Lave-linge :')
      for (const [value, name] of [
        ['hphc', 'Heures creuses'],
        ['tempo', 'Tempo'],
        ['spot', 'Prix dynamique'],
        ['base', 'Base'],
      ] as const) {
        await page.locator(`[name="tariff"][value="${value}"]`).check({ force: true })
        await page.getByRole('button', { name: 'Recalculer' }).click()
        expect(await readText(page, '#contract-name')).toBe(name)
        expect(await readText(page, '#head')).toStartWith('Lave-linge :')
        expect(await page.locator('#landscape-table tbody tr').count()).toBeGreaterThan(40)
        for (const part of ['#tempo-place', '#ecowatt-place', '#now-place', '#landscape .pane']) {
          expect([part, await page.locator(part).first().isVisible()]).toEqual([part, true])
        }
      }
      expect(await page.locator('.scripted').filter({ visible: true }).count()).toBe(0)
    },
    { javaScriptEnabled: false },
  )
})

test('the server writes for each of 4 contracts × 6 appliances what the browser draws, to the digit', async () => {
  await visit(async (page) => {
    const parts = ['#answer', '#landscape', '#now-place', '#refusals']
    const readParts = `((root, parts) => parts.map((part) => root.querySelector(part).textContent.replaceAll(/\\s+/g, ' ').trim()))`
    let compared = 0
    for (const tariff of ['hphc', 'tempo', 'spot', 'base']) {
      await page.locator(`[name="tariff"][value="${tariff}"]`).check({ force: true })
      for (const appliance of await page.locator('[name="appliance"]').all()) {
        await appliance.check({ force: true })
        const asked = await appliance.getAttribute('value')
        const [drawn, written] = await page.evaluate<[string[], string[]]>(`(async () => {
          const markup = await (await fetch('?appliance=${asked}&tariff=${tariff}')).text()
          const written = new DOMParser().parseFromString(markup, 'text/html')
          return [document, written].map((root) => ${readParts}(root, ${JSON.stringify(parts)}))
        })()`)
        expect([tariff, asked, ...drawn]).toEqual([tariff, asked, ...written])
        compared += 1
      }
    }
    expect(compared).toBe(24)
  })
})

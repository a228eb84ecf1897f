import { describe, expect, test } from 'bun:test'
import { usualSample } from '@hexawatt/svc-web/src/pages/home/landscape/testing/sample-input.ts'
import type { Page } from 'playwright-core'
import { axeViolations, widthOfPage } from '../dashboard/testing/axe.ts'
import { useBrowser } from '../dashboard/testing/browser.ts'
import { findOverlaps, openLandscape, readFrame, readReadout } from './testing/landscape-page.ts'

const browser = await useBrowser()
const desktop = { viewport: { width: 1_440, height: 700 } }
const phone = { viewport: { width: 390, height: 760 }, hasTouch: true, isMobile: true }

/** Middle of the upper part of the frame, px. */
async function findFrame(page: Page): Promise<{ x: number; y: number }> {
  const box = await page.locator('#landscape-frame .pane').boundingBox()
  if (box === null) throw new Error('the frame is drawn')
  return { x: box.x + box.width / 2, y: box.y + box.height / 3 }
}

describe('with a mouse', () => {
  test('the frame is dragged in quarter-hours, says its start and does not jump when it is let go', async () => {
    const page = await openLandscape(browser, usualSample, desktop)
    const { start } = await readFrame(page)
    const { x, y } = await findFrame(page)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 151, y + 20, { steps: 4 })
    await page.mouse.up()
    const moved = await readFrame(page)
    // A quarter-hour is 7.5 px wide.
    expect(moved.start - start).toBe(20)
    expect(moved.said).toBe(`start ${moved.start}`)
    expect(moved.moves.split(' ').at(-1)).toBe(String(moved.start))
    expect(await readReadout(page)).toStartWith('Votre créneau')
    await page.close()
  })

  test('the hour under the pointer is read in the place of the plan, which comes back, and nothing changes its size', async () => {
    const page = await openLandscape(browser, usualSample, desktop)
    const height = () => page.evaluate('document.getElementById("landscape").offsetHeight')
    const [plan, before] = [await readReadout(page), await height()]
    await page.mouse.move(1_000, 200)
    expect(await readReadout(page)).toStartWith('Heure pointéejeudi 3')
    expect(await height()).toBe(before)
    await page.mouse.move(1_000, 690)
    expect(await readReadout(page)).toBe(plan)
    await page.close()
  })

  test('a click moves the frame to the hour and keeps the hour in the readout until it is clicked again', async () => {
    const page = await openLandscape(browser, usualSample, desktop)
    await page.mouse.click(1_000, 200)
    await page.mouse.move(1_000, 690)
    const { start } = await readFrame(page)
    expect(start).toBe(130)
    expect(await readReadout(page)).toStartWith('Heure pointéejeudi 3')
    await page.locator('#landscape-frame').focus()
    await page.keyboard.press('Escape')
    expect(await readReadout(page)).toStartWith('Meilleur créneau')
    expect((await readFrame(page)).moves).toBe('130 best')
    await page.close()
  })
})

describe('with the keyboard', () => {
  test('arrows move the frame by a quarter-hour, page keys by an hour, and Home, End and Escape back to the best start', async () => {
    const page = await openLandscape(browser, usualSample, desktop)
    const { start: best } = await readFrame(page)
    await page.locator('#landscape-frame').focus()
    const press = async (...keys: string[]): Promise<number> => {
      for (const key of keys) await page.keyboard.press(key)
      return (await readFrame(page)).start - best
    }
    expect(await press('ArrowRight', 'ArrowUp')).toBe(2)
    expect(await press('PageUp')).toBe(6)
    expect(await press('ArrowLeft', 'ArrowDown', 'PageDown')).toBe(0)
    for (const key of ['Home', 'End', 'Escape']) expect([await press('PageUp'), await press(key)]).toEqual([4, 0])
    await page.close()
  })

  test('the landscape stays in its place on the screen while the answer above it becomes longer and shorter', async () => {
    const page = await openLandscape(browser, usualSample, desktop)
    await page.locator('#landscape-frame').focus()
    const findTop = (): Promise<number> =>
      page.evaluate('document.getElementById("landscape").getBoundingClientRect().top')
    const before = await findTop()
    for (let step = 1; step <= 6; step++) {
      await page.keyboard.press('ArrowRight')
      expect(Math.abs((await findTop()) - before)).toBeLessThan(2)
    }
    await page.close()
  })

  test('the hours are read with a range that says each of them in full', async () => {
    const page = await openLandscape(browser, usualSample, desktop)
    await page.locator('#landscape-hour').focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.locator('#landscape-hour').getAttribute('aria-valuetext')).toMatch(
      /^aujourd’hui 19\sh\s–.\s20\sh, Note \d+, \d+\sg, \d+\sct, Tendu$/u,
    )
    expect(await readReadout(page)).toStartWith('Heure pointéeaujourd’hui 19')
    await page.close()
  })
})

describe('with a finger', () => {
  async function drag(page: Page, [fromX, fromY]: [number, number], [toX, toY]: [number, number], holdMs = 0) {
    const devTools = await page.context().newCDPSession(page)
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      devTools.send('Input.dispatchTouchEvent', { type, touchPoints })
    await send('touchStart', [{ x: fromX, y: fromY }])
    for (let step = 1; step <= 8; step++) {
      const share = step / 8
      await send('touchMove', [{ x: fromX + share * (toX - fromX), y: fromY + share * (toY - fromY) }])
      await page.evaluate('new Promise(requestAnimationFrame)')
    }
    await page.waitForTimeout(holdMs)
    await send('touchEnd', [])
  }

  test('the frame follows sideways, scrolls the picture at its edge, and lets the page scroll up and down', async () => {
    const page = await openLandscape(browser, usualSample, phone)
    const { start } = await readFrame(page)
    const { x, y } = await findFrame(page)
    await drag(page, [x, y], [x + 81, y])
    const moved = await readFrame(page)
    expect(moved.start - start).toBeWithin(19, 22)
    const scrolled = () => page.evaluate('document.getElementById("landscape-scroller").scrollLeft')
    expect(await scrolled()).toBe(0)
    await drag(page, [x + 81, y], [385, y], 200)
    expect(await scrolled()).toBeGreaterThan(20)
    const { start: atEdge } = await readFrame(page)
    const frame = await findFrame(page)
    await drag(page, [frame.x, frame.y + 60], [frame.x, frame.y - 80])
    expect((await readFrame(page)).start).toBe(atEdge)
    expect(await page.evaluate('scrollY')).toBeGreaterThan(50)
    await page.close()
  })

  test('a tap moves the frame to the hour', async () => {
    const page = await openLandscape(browser, usualSample, phone)
    await page.touchscreen.tap(300, 200)
    await page.waitForFunction('document.body.dataset.moves !== undefined')
    const { start } = await readFrame(page)
    // A quarter-hour is 4.06 px wide; the hours begin in the middle of one.
    expect(start).toBe(Math.floor((300 / 4.0625 - 2) / 4) * 4 + 2)
    await page.close()
  })
})

describe('the picture', () => {
  test('has no two texts that touch, from 320 to 1440 px, for 48 and 72 hours, in both languages', async () => {
    for (const sample of [
      usualSample,
      { ...usualSample, hours: 72, language: 'en', tariff: 'spot' } as const,
      { ...usualSample, tariff: 'tempo' } as const,
      { ...usualSample, language: 'en', tariff: 'hphc' } as const,
    ]) {
      const page = await openLandscape(browser, sample, desktop)
      for (const width of [320, 374, 375, 390, 735, 736, 768, 959, 1_024, 1_280, 1_440]) {
        await page.setViewportSize({ width, height: 700 })
        expect({ sample, width, overlaps: await findOverlaps(page) }).toEqual({ sample, width, overlaps: [] })
        expect(await widthOfPage(page)).toBe(width)
      }
      await page.close()
    }
  })

  test('is a group with words, a slider with a sentence and a table, without any violation that axe finds', async () => {
    const page = await openLandscape(browser, usualSample, phone)
    const tree = await page.locator('#landscape').ariaSnapshot()
    expect(tree).toContain('- heading "Les 48 prochaines heures" [level=2]')
    const words =
      /img "CO₂ par kWh\s: de \d+\sg, (aujourd’hui|demain|jeudi) \d+\sh, à \d+\sg, .+ Mon prix\s: \d+\sct par kWh à toute heure\./u
    expect(tree).toMatch(words)
    expect(tree).toContain('- slider "Votre créneau"')
    // Only the scores of the readout are images too.
    expect(tree.match(/img/g)).toHaveLength(2)
    await page.locator('summary').click()
    expect(await page.locator('#landscape-table tbody tr').count()).toBe(49)
    expect(await axeViolations(page)).toEqual([])
    await page.close()
  })

  test('obeys the security policy without any style in its markup, and is drawn without a script', async () => {
    const page = await openLandscape(browser, usualSample, { ...desktop, javaScriptEnabled: false })
    expect(await page.locator('[style]').count()).toBe(0)
    expect(await page.locator('.frame .pane').count()).toBe(1)
    expect(await page.locator('#landscape-table tbody tr').count()).toBe(49)
    await page.close()
  })
})

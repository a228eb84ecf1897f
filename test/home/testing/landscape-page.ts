import { renderLandscape } from '@hexawatt/svc-web/src/pages/home/landscape/landscape-part.ts'
import { makeSampleInput, type Sample } from '@hexawatt/svc-web/src/pages/home/landscape/testing/sample-input.ts'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

const sources = `${import.meta.dir}/../../../svc-web/src`
const styles = [
  ...['tokens', 'base', 'text', 'parts'].map((name) => `site/styles/${name}.css`),
  ...['landscape', 'landscape-picture', 'landscape-frame'].map((name) => `pages/home/styles/${name}.css`),
]
const style = (await Promise.all(styles.map((path) => Bun.file(`${sources}/${path}`).text()))).join('\n')
const bundle = await Bun.build({
  entrypoints: [`${sources}/pages/home/landscape/browser/testing/start-sample.ts`],
  target: 'browser',
})
const script = (await bundle.outputs[0]?.text()) ?? ''

const address = 'http://landscape.test'

/** The landscape of a sample on a page of its own, under the security policy of the site. */
export async function openLandscape(browser: Browser, sample: Sample, options: BrowserContextOptions): Promise<Page> {
  const { markup } = renderLandscape(makeSampleInput(sample))
  const data = JSON.stringify(sample).replaceAll('"', '&quot;')
  const document = `<!doctype html><html lang="${sample.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Hexawatt</title><link rel="stylesheet" href="/style.css"></head><body data-sample="${data}"><main><h1 class="unseen">Hexawatt</h1><p id="answer"></p>${markup}<div class="filler"></div></main><script type="module" src="/script.js"></script></body></html>`
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const answers: Readonly<Record<string, { contentType: string; body: string }>> = {
    '/': { contentType: 'text/html', body: document },
    // Something to scroll to.
    '/style.css': { contentType: 'text/css', body: `${style}.filler { height: 1500px }` },
    '/script.js': { contentType: 'text/javascript', body: script },
  }
  await page.route(`${address}/**`, (route) => {
    const answer = answers[new URL(route.request().url()).pathname]
    const headers = { 'content-security-policy': "default-src 'self'" }
    return answer === undefined
      ? route.fulfill({ status: 404 })
      : route.fulfill({ ...answer, headers: { ...headers, 'content-type': answer.contentType } })
  })
  await page.goto(address)
  if (options.javaScriptEnabled !== false) await page.waitForSelector('body[data-started]', { state: 'attached' })
  return page
}

/** First quarter-hour of the frame, what its slider says, and the starts that the landscape has reported. */
export const readFrame = (page: Page): Promise<{ start: number; said: string; moves: string }> =>
  page.evaluate(`(() => {
    const frame = document.getElementById('landscape-frame')
    return { start: Number(frame.getAttribute('aria-valuenow')), said: frame.getAttribute('aria-valuetext'), moves: document.body.dataset.moves ?? '' }
  })()`)

/** The words of the readout, one term after the other. */
export const readReadout = (page: Page): Promise<string> =>
  page.evaluate(`document.getElementById('landscape-readout').textContent.replaceAll(/\\s+/g, ' ').trim()`)

/** Texts on the picture that overlap although both are shown. */
export const findOverlaps = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const groups = ['.pill .pill-back, .sun .pill-back', '.clock text', '.day text', '.price-label text', '.picture > g > .tense text']
    return groups.flatMap((selector) => {
      const boxes = [...document.querySelectorAll(selector)].map((element) => ({
        text: (element.closest('svg').textContent || '').slice(0, 20) + '|' + element.textContent,
        box: element.getBoundingClientRect(),
      })).filter(({ box }) => box.width > 0)
      return boxes.flatMap((one, index) => boxes.slice(index + 1).filter((other) =>
        one.box.left < other.box.right && other.box.left < one.box.right && one.box.top < other.box.bottom && other.box.top < one.box.bottom
      ).map((other) => one.text + ' / ' + other.text))
    })
  })()`)

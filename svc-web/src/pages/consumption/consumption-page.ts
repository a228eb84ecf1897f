import { tariffKinds } from '@hexawatt/shared/contract/planning/choices'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import { extractQuery } from '@hexawatt/shared/http/parse-query'
import type { PublicRoute } from '../../http/page-routes.ts'
import { contractCookie, defaultContract, readContractChoice, writeContractCookie } from '../../kit/contract-choice.ts'
import { html } from '../../kit/html.ts'
import { createChosenPages, isOwnRequest, type Preferences, readPreferences } from '../../kit/preferences.ts'
import { servePage } from '../../kit/served-page.ts'
import { createLinks, type Site } from '../../site/site.ts'
import { renderSitePage } from '../../site/site-page.ts'
import example from './example/example.json' with { type: 'json' }
import { describeResult, type ShownResult } from './result/shown-result.ts'
import { english } from './texts/english.ts'
import { type ConsumptionTexts, french } from './texts/french.ts'
import { renderContent } from './view/content.ts'
import { shareLimits } from './view/shift-part.ts'
import { createView } from './view/view.ts'

/** Path of the page. */
const path = '/consommations'

const textsOf: Readonly<Record<Language, ConsumptionTexts>> = { fr: french, en: english }

/**
 * Makes the page on a household's own consumption. Without a script it shows the example, for the reader's contract; the script reads files. The page is
 * rendered once for each contract, language and appearance.
 */
export function createConsumptionPage(site: Site): PublicRoute {
  const pages = createChosenPages((preferences) => renderPage(site, preferences))

  return servePage(path, (request) => {
    const asked = new URLSearchParams(extractQuery(request.url)).get('tariff')
    const preferences = readPreferences(request)
    const chosen = tariffKinds.find((kind) => kind === asked)
    if (chosen === undefined || chosen === preferences.tariff) return pages(preferences)(request)
    const response = pages({ ...preferences, tariff: chosen })(request)
    if (!isOwnRequest(request)) return response
    const remembered = readContractChoice(new Bun.CookieMap(request.headers.get('cookie') ?? '').get(contractCookie))
    response.headers.append('set-cookie', writeContractCookie({ ...(remembered ?? defaultContract), tariff: chosen }))
    return response
  })
}

/** The example with its sentences, for the script of the page too. */
const examples: Readonly<Record<Language, ShownResult>> = {
  fr: describeExample('fr'),
  en: describeExample('en'),
}

function describeExample(language: Language): ShownResult {
  return describeResult(example as unknown as Parameters<typeof describeResult>[0], language)
}

function renderPage(site: Site, preferences: Preferences): string {
  const { language, tariff } = preferences
  const texts = textsOf[language]
  const view = createView(language, texts)
  const files = site.assets.pages.consumption
  const worker = files.worker?.path ?? '/'
  const result = examples[language]
  const shown = { result, isExample: true, tariff, sharePercent: shareLimits.usual }
  const linkTo = createLinks(path)
  const content = renderContent(shown, linkTo(worker as `/${string}`), view)
  // In a script element only `<` could end the data.
  const data = { markup: JSON.stringify(result).replaceAll('<', '\\u003c') }
  return renderSitePage(site, {
    path,
    preferences,
    texts: { title: texts.title, description: texts.description },
    files,
    current: 'consumption',
    content: html`${content}<script type="application/json" id="example-data">${data}</script>`,
    isIndexed: true,
  })
}

import type { CurrentDashboard } from '@hexawatt/shared/answers/dashboard/current-dashboard'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { ContractTable } from '@hexawatt/shared/contract/planning/contracts'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import type { DatedContractTable } from '@hexawatt/shared/service/contract-table'
import type { Clock } from '@hexawatt/shared/time/clock'
import type { PublicRoute } from '../../http/page-routes.ts'
import { html } from '../../kit/html.ts'
import { type ChosenPages, createChosenPages, type Preferences, readPreferences } from '../../kit/preferences.ts'
import { servePage } from '../../kit/served-page.ts'
import { createLinks, type Site } from '../../site/site.ts'
import { renderSitePage } from '../../site/site-page.ts'
import type { Accuracy } from '../state/parts/accuracy-part.ts'
import type { StatePageDeps } from '../state/state-page.ts'
import { composeFigures, type FigureSources } from './figures.ts'
import { fillDocument, type PageDocument, readPageDocument } from './page-document.ts'
import { createView } from './texts/view.ts'

const understandPath = '/comprendre'

export type UnderstandPageDeps = {
  site: Site
  current: Pick<CurrentDashboard, 'latest'>
  latestAccuracy: StatePageDeps['latestAccuracy']
  readContractTable: () => Promise<DatedContractTable>
  clock: Clock
}

type Documents = Readonly<Record<Language, PageDocument>>

/** Makes the page `/comprendre`. Its texts are read once; it is rendered once for each state of the data and each choice of the visitor. */
export async function createUnderstandPage(deps: UnderstandPageDeps): Promise<PublicRoute> {
  const { site, current, latestAccuracy, readContractTable, clock } = deps
  const [fr, en] = await Promise.all([readPageDocument('fr'), readPageDocument('en')])
  let written: {
    dashboard: DashboardResponse | null
    accuracy: Accuracy
    contracts: ContractTable
    pages: ChosenPages
  } | null = null

  return servePage(understandPath, async (request) => {
    // Without data the texts are as true as with them: their figures say that they are not known.
    const [dashboard, accuracy, { table: contracts }] = await Promise.all([
      current.latest().catch(() => null),
      latestAccuracy().catch(() => null),
      readContractTable(),
    ])
    const isSame = written?.dashboard === dashboard && written.accuracy === accuracy && written.contracts === contracts
    if (written === null || !isSame) {
      const sources = {
        dashboard,
        accuracy: dashboard?.accuracy == null ? null : (accuracy ?? dashboard.accuracy),
        contracts,
        now: clock.now(),
      }
      const pages = createChosenPages((preferences) => renderUnderstandPage(site, { fr, en }, sources, preferences))
      written = { dashboard, accuracy, contracts, pages }
    }
    return written.pages(readPreferences(request))(request)
  })
}

function renderUnderstandPage(
  site: Site,
  documents: Documents,
  sources: Omit<FigureSources, 'linkTo'>,
  preferences: Preferences,
): string {
  const view = createView(preferences.language)
  const { texts } = view
  const document = documents[preferences.language]
  const figures = composeFigures({ ...sources, linkTo: createLinks(understandPath) }, view)
  const chapters = document.chapters.map(({ id, name }) => html`<li><a href="#${id}">${{ markup: name }}</a></li>`)
  const mode = sources.dashboard?.mode
  const band = mode === undefined ? null : texts.modes[mode]
  return renderSitePage(site, {
    path: understandPath,
    preferences,
    texts: { title: document.title, description: texts.description },
    files: site.assets.pages.understand,
    current: 'understand',
    notices: band === null ? null : html`<div role="status"><p class="demo">${band}</p></div>`,
    content: html`<div class="in understand"><header><h1>${document.title}</h1><p class="lead">${texts.lead}</p></header><nav class="chapters" aria-label="${texts.contents}"><ol>${chapters}</ol></nav><article class="text">${fillDocument(document, figures)}</article></div>`,
    isIndexed: true,
  })
}

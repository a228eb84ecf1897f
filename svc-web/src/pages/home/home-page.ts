import type { CurrentDashboard } from '@hexawatt/shared/answers/dashboard/current-dashboard'
import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { ContractTable } from '@hexawatt/shared/contract/planning/contracts'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import { extractQuery } from '@hexawatt/shared/http/parse-query'
import { countClientHeaders } from '@hexawatt/shared/http/web-request'
import type { DatedContractTable } from '@hexawatt/shared/service/contract-table'
import { type PageRoute, readMethods } from '../../http/page-routes.ts'
import {
  type ContractChoice,
  contractCookie,
  defaultContract,
  readContractChoice,
  writeContractCookie,
} from '../../kit/contract-choice.ts'
import {
  createChosenPage,
  describeChoice,
  isOwnRequest,
  type Preferences,
  readPreferences,
  rememberChoice,
} from '../../kit/preferences.ts'
import type { ServedPage } from '../../kit/served-page.ts'
import { createRenderingLimit } from '../../session/limits/rendering-limit.ts'
import type { Site } from '../../site/site.ts'
import { renderSitePage } from '../../site/site-page.ts'
import { type HomeContent, renderEmptyContent, renderHomeContent } from './home-content.ts'
import { findToday } from './home-state.ts'
import { createHomeView, type HomeView } from './home-view.ts'
import { englishLandscape } from './landscape/texts/english.ts'
import { frenchLandscape } from './landscape/texts/french.ts'
import { makeDefaultChoice } from './plan/choice.ts'
import { writeAddress } from './plan/choice-address.ts'
import { listAdders, selectContractTable } from './plan/contract-table.ts'
import { type ChoiceReading, readChoice } from './plan/read-choice.ts'
import { english } from './texts/english.ts'
import { french } from './texts/french.ts'
import { englishToday } from './today/texts/english.ts'
import { frenchToday } from './today/texts/french.ts'

/** `Retry-After` of a page without data, s. */
const retryAfterSeconds = '5'

/** Pages of one dashboard that are kept: the default choices in both languages and all appearances, and the choices of some readers. */
const maxKeptPages = 96

export type HomePageDeps = {
  site: Site
  current: Pick<CurrentDashboard, 'latest'>
  readContractTable: () => Promise<DatedContractTable>
  /** Monotonic real time, ms. */
  monotonicMs?: () => number
}

/** What a page is made of. */
type Source = { dashboard: DashboardResponse; table: ContractTable }

const views: Readonly<Record<Language, HomeView>> = {
  fr: createHomeView('fr', { home: french, landscape: frenchLandscape, today: frenchToday }),
  en: createHomeView('en', { home: english, landscape: englishLandscape, today: englishToday }),
}

/** Makes the page at `/`. It is rendered once for each choice and state of the data. */
export function createHomePage({ site, current, readContractTable, monotonicMs }: HomePageDeps): PageRoute {
  const takeRendering = createRenderingLimit(monotonicMs ?? (() => performance.now()))
  let kept: { source: Source; pages: ReturnType<typeof createBoundedMap<ServedPage>> } | null = null

  async function readSource(): Promise<Source | null> {
    // Visitors get an explanatory page, not a problem document.
    const dashboard = await current.latest().catch(() => null)
    return dashboard && { dashboard, table: (await readContractTable()).table }
  }

  function findPages(source: Source) {
    if (kept?.source.dashboard !== source.dashboard || kept.source.table !== source.table) {
      kept = { source, pages: createBoundedMap<ServedPage>(maxKeptPages) }
    }
    return kept.pages
  }

  return {
    path: '/',
    methods: readMethods,
    async answer(request, client) {
      const preferences = readPreferences(request)
      const source = await readSource()
      if (source === null) return answerEmpty(site, preferences)
      const asked = readAsked(request, source)
      if (asked.isToKeep) return redirectToKept(asked)
      const key = [describeChoice(preferences), asked.isContractKnown, writeAddress(asked.reading)].join(' ')
      const pages = findPages(source)
      const known = pages.get(key)
      if (known !== undefined) return rememberChoice(known(request), preferences)
      const isUsual = isUsualChoice(asked.reading)
      if (!isUsual) takeRendering(client)
      const page = createChosenPage(renderHomePage(site, source, preferences, asked), preferences)
      pages.set(key, page)
      const response = rememberChoice(page(request), preferences)
      return isUsual ? response : countClient(response)
    },
  }
}

/** Whether a choice is one of the few that most readers see, which are calculated for all of them: no appliance and no terms of a contract were chosen. */
function isUsualChoice(reading: ChoiceReading): boolean {
  const { tariff } = reading.choice.contract
  const choice = makeDefaultChoice('washing-machine', { ...defaultContract, tariff })
  return writeAddress(reading) === writeAddress({ choice, refused: {} })
}

/** A page that was not kept costs a calculation: the gateway counts it against the client, as an API request. */
function countClient(response: Response): Response {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(countClientHeaders)) headers.set(name, value)
  return new Response(response.body, { status: response.status, headers })
}

/** What a request asks for. */
type Asked = {
  reading: ChoiceReading
  table: ContractTable
  /** Whether the reader has chosen a contract, on this device or by the address. */
  isContractKnown: boolean
  /** Whether the form without JavaScript was sent, whose contract is to be remembered. */
  isToKeep: boolean
}

function readAsked(request: Request, source: Source): Asked {
  const query = new URLSearchParams(extractQuery(request.url))
  const cookies = new Bun.CookieMap(request.headers.get('cookie') ?? '')
  const remembered: ContractChoice | null = readContractChoice(cookies.get(contractCookie))
  const today = findToday(source)
  const table = selectContractTable(source.table, today)
  const adders = listAdders(table, today).map(({ id }) => id)
  const reading = readChoice(query, remembered, adders)
  return {
    reading,
    table,
    isContractKnown: remembered !== null || isContractAsked(query, reading),
    isToKeep: query.has('keep') && isOwnRequest(request),
  }
}

/** Whether the address names a contract. */
const isContractAsked = (query: URLSearchParams, { refused }: ChoiceReading): boolean =>
  (query.get('tariff')?.trim() ?? '') !== '' && refused.tariff === undefined

/** Remembers the contract of the form, and leads to an address that can be shared: opening that address changes no reader's contract. */
function redirectToKept({ reading }: Asked): Response {
  return new Response(null, {
    status: 303,
    headers: {
      location: `./?${writeAddress(reading)}`,
      'cache-control': 'no-store',
      'set-cookie': writeContractCookie(reading.choice.contract),
    },
  })
}

function renderHomePage(site: Site, { dashboard }: Source, preferences: Preferences, asked: Asked): string {
  const { reading, table, isContractKnown } = asked
  const view = views[preferences.language]
  const content = renderHomeContent({ dashboard, reading, table, startMs: null }, isContractKnown, view)
  // The header names the contract that the page calculates with, which may come from the address.
  const shown = { ...preferences, tariff: reading.choice.contract.tariff }
  return renderPage(site, shown, content, writeAddress(reading))
}

function answerEmpty(site: Site, preferences: Preferences): Response {
  const page = createChosenPage(
    renderPage(site, preferences, renderEmptyContent(views[preferences.language]), ''),
    preferences,
  )
  // A request without validators: this page must not be answered by 304. The client's own address need not be a URL.
  const { headers, body } = page(new Request(site.publicBaseUrl))
  headers.set('retry-after', retryAfterSeconds)
  return rememberChoice(new Response(body, { status: 503, headers }), preferences)
}

function renderPage(site: Site, preferences: Preferences, { notices, content }: HomeContent, query: string): string {
  return renderSitePage(site, {
    path: '/',
    preferences,
    texts: views[preferences.language].texts.page,
    files: site.assets.pages.home,
    current: 'home',
    query,
    notices,
    content,
    isIndexed: true,
  })
}

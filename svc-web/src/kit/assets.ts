import { type Language, languages } from '@hexawatt/shared/contract/values/languages'
import { writeContentPolicy } from '@hexawatt/shared/http/bodies/content-policy'
import { serveVersionedAsset, type VersionedAsset } from './served-page.ts'

/** Sources of the files that a page has in addition to those of the frame, below `src/`. */
type PageSources = {
  style?: string
  /** Folder with one entry for each language, `french.ts` and `english.ts`: a bundle contains the texts of its language only. */
  scripts?: string
  /** Whether the script waits for the first paint, because the page is complete without it: a large one would delay what is shown. */
  isScriptLate?: boolean
  /** A worker that the page's script starts. */
  worker?: string
}

/** The pages with files of their own. A new page adds its line here. */
const pageSources = {
  account: { style: 'pages/account/styles/account.css' },
  errors: { style: 'pages/errors/styles/errors.css' },
  legal: { style: 'pages/legal/styles/legal.css' },
  plans: { style: 'pages/plans/styles/plans.css' },
  developers: { style: 'pages/developers/styles/developers.css', scripts: 'pages/developers/browser' },
  problems: { style: 'pages/problems/styles/problems.css' },
  reference: { style: 'pages/reference/styles/reference.css', scripts: 'pages/reference/browser' },
  home: { style: 'pages/home/styles/home.css', scripts: 'pages/home/browser', isScriptLate: true },
  consumption: {
    style: 'pages/consumption/styles/consumption.css',
    scripts: 'pages/consumption/browser',
    worker: 'pages/consumption/browser/worker/worker.ts',
  },
  state: { style: 'pages/state/styles/state.css', scripts: 'pages/state/browser' },
  understand: { style: 'pages/understand/styles/understand.css', scripts: 'pages/understand/browser' },
} as const satisfies Readonly<Record<string, PageSources>>

export type PageName = keyof typeof pageSources

/** The files of a page; null = it has none. */
export type PageFiles = {
  style: VersionedAsset | null
  scripts: Readonly<Record<Language, VersionedAsset>> | null
  isScriptLate: boolean
  worker: VersionedAsset | null
}

/** The files that the pages use in addition to their HTML. */
export type PageAssets = {
  /** Style and script of the frame, on every page. */
  frame: { style: VersionedAsset; script: VersionedAsset }
  pages: Readonly<Record<PageName, PageFiles>>
  icon: VersionedAsset
  /** Text of the service worker, which is served under one address in all versions. */
  serviceWorker: string
}

/** The mark: a hexagon (the country) with a W (the two hollows of the day). */
export const iconSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 102"><path fill="#1d2776" d="M45 3 87 27v48L45 99 3 75V27z"/><path d="M20 37 33 66 45 45 57 66 70 37" fill="none" stroke="#ffd873" stroke-width="9" stroke-linejoin="round" stroke-linecap="round"/></svg>'

let built: Promise<PageAssets> | undefined

/**
 * Makes the files of the pages from their sources. Scripts and styles are bundled once, when the program starts: no build step can be forgotten, and no bundle
 * can be older than its sources. They depend on no setting, so tests that start svc-web several times in one process bundle them once.
 * @throws when they cannot be bundled
 */
export function buildAssets(): Promise<PageAssets> {
  built ??= bundleAssets()
  return built
}

async function bundleAssets(): Promise<PageAssets> {
  const [frameStyle, frameScript, pages] = await Promise.all([
    bundleStyle('site', 'site/styles/site.css'),
    bundleScript('site', 'site/browser/main.ts'),
    bundlePages(),
  ])
  const files = {
    frame: { style: frameStyle, script: frameScript },
    pages,
    icon: asset('icon.svg', 'image/svg+xml', iconSvg),
  }
  const siteVersion = JSON.stringify(listAssets(files).map(({ path }) => path))
  const serviceWorker = await bundleText('site/browser/service-worker.ts', {
    siteVersion: `"${Bun.hash.xxHash64(siteVersion).toString(36)}"`,
  })
  return { ...files, serviceWorker }
}

async function bundlePages(): Promise<PageAssets['pages']> {
  const names = Object.keys(pageSources) as PageName[]
  const entries = await Promise.all(
    names.map(async (name) => [name, await bundlePage(name, pageSources[name])] as const),
  )
  return Object.fromEntries(entries) as PageAssets['pages']
}

const entryNames: Readonly<Record<Language, string>> = { fr: 'french.ts', en: 'english.ts' }

async function bundlePage(
  name: string,
  { style, scripts, isScriptLate = false, worker }: PageSources,
): Promise<PageFiles> {
  const [styleFile, workerFile, ...scriptFiles] = await Promise.all([
    style === undefined ? null : bundleStyle(name, style),
    worker === undefined ? null : bundleWorker(`${name}-worker`, worker),
    ...(scripts === undefined
      ? []
      : languages.map((language) => bundleScript(`${name}-${language}`, `${scripts}/${entryNames[language]}`))),
  ])
  const [french, english] = scriptFiles
  const files = french === undefined || english === undefined ? null : { fr: french, en: english }
  return { style: styleFile, scripts: files, isScriptLate, worker: workerFile }
}

const bundleScript = (name: string, source: string): Promise<VersionedAsset> => bundle(`${name}.js`, scriptType, source)

/** A worker has a policy of its own: it may ask this site, and nothing else. */
async function bundleWorker(name: string, source: string): Promise<VersionedAsset> {
  const headers = { 'content-security-policy': writeContentPolicy({ 'connect-src': "'self'" }) }
  const body = await bundleText(source)
  return serveVersionedAsset(assetFolder, `${name}.js`, { contentType: scriptType, body, headers })
}

const bundleStyle = (name: string, source: string): Promise<VersionedAsset> =>
  bundle(`${name}.css`, 'text/css; charset=utf-8', source)

async function bundle(name: string, contentType: string, source: string): Promise<VersionedAsset> {
  return asset(name, contentType, await bundleText(source))
}

/** @param define constants that the source uses, as text of the language */
async function bundleText(source: string, define: Record<string, string> = {}): Promise<string> {
  const entrypoints = [`${import.meta.dir}/../${source}`]
  const { outputs } = await Bun.build({ entrypoints, target: 'browser', minify: true, define })
  const [output] = outputs
  if (output === undefined) throw new Error(`the bundle of ${source} is empty`)
  return output.text()
}

// The folder that gateways of the previous release forward too, so that pages keep their style while an installation is upgraded.
const assetFolder = '/dashboard'
const scriptType = 'text/javascript; charset=utf-8'

const asset = (name: string, contentType: string, body: string): VersionedAsset =>
  serveVersionedAsset(assetFolder, name, { contentType, body })

/** Every file, to be served. */
export function listAssets({ frame, pages, icon }: Omit<PageAssets, 'serviceWorker'>): VersionedAsset[] {
  const ofPages = Object.values<PageFiles>(pages).flatMap(({ style, scripts, worker }) => [
    style,
    worker,
    ...Object.values(scripts ?? {}),
  ])
  return [frame.style, frame.script, icon, ...ofPages.filter((file) => file !== null)]
}

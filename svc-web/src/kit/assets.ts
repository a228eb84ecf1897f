import { serveVersionedAsset, type VersionedAsset } from './served-page.ts'

/** The files that the pages use in addition to their HTML. */
export type PageAssets = {
  script: VersionedAsset
  style: VersionedAsset
  /** Style of the account pages, in addition to `style`. */
  accountStyle: VersionedAsset
  icon: VersionedAsset
}

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0f766e" d="M16 1 29 8.500v15L16 31 3 23.500v-15z"/><path fill="#fff" d="m17.500 6-9 12h6l-1 8 9-12h-6z"/></svg>'

let built: Promise<PageAssets> | undefined

/**
 * Makes the files of the pages from their sources. Script and styles are bundled once, when the program starts: no build step can be forgotten, and no bundle
 * can be older than its sources. They depend on no setting, so tests that start svc-web several times in one process bundle them once.
 * @throws when they cannot be bundled
 */
export function buildAssets(): Promise<PageAssets> {
  built ??= bundleAssets()
  return built
}

async function bundleAssets(): Promise<PageAssets> {
  const bundle = await Bun.build({
    entrypoints: [
      `${import.meta.dir}/../pages/dashboard/browser/main.ts`,
      `${import.meta.dir}/../pages/dashboard/browser/style.css`,
      `${import.meta.dir}/../pages/dashboard/browser/account.css`,
    ],
    target: 'browser',
    minify: true,
  })
  const textOf = async (name: string): Promise<string> => {
    const output = bundle.outputs.find(({ path }) => path.endsWith(name))
    if (output === undefined) throw new Error(`the bundle of the pages has no ${name}`)
    return output.text()
  }
  return {
    script: asset('dashboard.js', 'text/javascript; charset=utf-8', await textOf('main.js')),
    style: asset('dashboard.css', 'text/css; charset=utf-8', await textOf('style.css')),
    accountStyle: asset('account.css', 'text/css; charset=utf-8', await textOf('account.css')),
    icon: asset('icon.svg', 'image/svg+xml', icon),
  }
}

const asset = (name: string, contentType: string, body: string): VersionedAsset =>
  serveVersionedAsset('/dashboard', name, { contentType, body })

import type { PublicRoute } from '../../http/page-routes.ts'
import type { PageAssets } from '../../kit/assets.ts'
import { createServedPage, servePage } from '../../kit/served-page.ts'

/** The service worker, at the top of the site: it may only answer requests below its own address. Browsers ask for it anew at every visit. */
export function createServiceWorkerRoute({ serviceWorker }: PageAssets): PublicRoute {
  const page = createServedPage({
    contentType: 'text/javascript; charset=utf-8',
    body: serviceWorker,
    maxAgeSeconds: 0,
    headers: { 'cache-control': 'no-cache' },
  })
  return servePage('/sw.js', page)
}

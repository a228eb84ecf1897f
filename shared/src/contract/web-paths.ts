/**
 * Form of an error that the gateway itself answers at a path: a public page; an account page (private, rate-limited per client address before it is
 * forwarded); or a problem body, for a program.
 */
export type WebPathKind = 'page' | 'account' | 'webhook'

/** A path that the gateway forwards to svc-web. */
export type WebPath = {
  /** An exact path, or every path below it when it ends with `/*`. */
  path: string
  kind: WebPathKind
  /** Methods that the gateway forwards. svc-web answers OPTIONS, and 405 when a page supports fewer methods. */
  methods: readonly string[]
  /** Whether svc-web serves the path only where a setting asks for it. */
  isOptional?: true
}

const readMethods = ['GET', 'HEAD', 'OPTIONS']
const formMethods = ['GET', 'HEAD', 'POST', 'OPTIONS']

/** The start page of the accounts. */
export const accountPath = '/account'

/** The page on which a member asks for another plan. */
export const accountPlanPath = '/account/plan'

/** A public page. */
const pageAt = (path: string): WebPath => ({ path, kind: 'page', methods: readMethods })

/** Every path that svc-web serves to browsers and to the payment provider. */
export const webPaths: readonly WebPath[] = [
  ...['/', '/consommations', '/etat', '/comprendre', '/plans', '/developpeurs'].map(pageAt),
  ...['/mentions-legales', '/confidentialite', '/problems', '/problems/*', '/docs', '/docs/*'].map(pageAt),
  // Scripts, styles and pictures of the pages.
  ...['/dashboard/*', '/icons/*', '/favicon.ico', '/apple-touch-icon.png'].map(pageAt),
  // For other sites, installed pages and robots.
  ...['/badge.svg', '/embed', '/manifest.webmanifest', '/sw.js', '/robots.txt', '/sitemap.xml'].map(pageAt),
  { ...pageAt('/.well-known/security.txt'), isOptional: true },
  { path: accountPath, kind: 'account', methods: formMethods },
  { path: '/account/*', kind: 'account', methods: formMethods },
  { path: '/billing/webhook', kind: 'webhook', methods: ['POST', 'OPTIONS'] },
]

/** Where the gateway asks svc-web for the page of an unknown path, which the parameter `path` names. It is not forwarded under its own name. */
export const unknownPagePath = '/404'

/** Common start of all paths of an entry; null when the entry is one exact path. */
export function findPathPrefix({ path }: WebPath): string | null {
  return path.endsWith('/*') ? path.slice(0, -1) : null
}

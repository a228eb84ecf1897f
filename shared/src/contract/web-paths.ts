/**
 * What a refusal by the gateway looks like at a path: a public page, an account page (private, and limited per client address before it is forwarded),
 * or a problem body for a program.
 */
export type WebPathKind = 'page' | 'account' | 'webhook'

/** A path that the gateway forwards to svc-web. */
export type WebPath = {
  /** Exact; or everything below a path, which ends with `/*` then. */
  path: string
  kind: WebPathKind
  /** Methods that are forwarded. svc-web answers OPTIONS, and 405 where a single page has fewer. */
  methods: readonly string[]
}

const readMethods = ['GET', 'HEAD', 'OPTIONS']
const formMethods = ['GET', 'HEAD', 'POST', 'OPTIONS']

/** The page on which a member asks for another plan. */
export const accountPlanPath = '/account/plan'

/** Everything that svc-web serves to browsers, and to the payment provider. */
export const webPaths: readonly WebPath[] = [
  { path: '/', kind: 'page', methods: readMethods },
  { path: '/dashboard/*', kind: 'page', methods: readMethods },
  { path: '/plans', kind: 'page', methods: readMethods },
  { path: '/problems', kind: 'page', methods: readMethods },
  { path: '/problems/*', kind: 'page', methods: readMethods },
  { path: '/docs', kind: 'page', methods: readMethods },
  { path: '/docs/*', kind: 'page', methods: readMethods },
  { path: '/account', kind: 'account', methods: formMethods },
  { path: '/account/*', kind: 'account', methods: formMethods },
  { path: '/billing/webhook', kind: 'webhook', methods: ['POST', 'OPTIONS'] },
]

/** The path that all paths of an entry begin with; null = the entry is one exact path. */
export function findPathPrefix({ path }: WebPath): string | null {
  return path.endsWith('/*') ? path.slice(0, -1) : null
}

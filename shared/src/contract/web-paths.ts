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
}

const readMethods = ['GET', 'HEAD', 'OPTIONS']
const formMethods = ['GET', 'HEAD', 'POST', 'OPTIONS']

/** The page on which a member asks for another plan. */
export const accountPlanPath = '/account/plan'

/** Every path that svc-web serves to browsers and to the payment provider. */
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

/** Common start of all paths of an entry; null when the entry is one exact path. */
export function findPathPrefix({ path }: WebPath): string | null {
  return path.endsWith('/*') ? path.slice(0, -1) : null
}

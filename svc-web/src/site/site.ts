import { type Language, languages } from '@hexawatt/shared/contract/values/languages'
import { accountPath } from '@hexawatt/shared/contract/web-paths'
import type { PageAssets } from '../kit/assets.ts'

/** What the frame of every page needs to know of the installation. */
export type Site = {
  publicBaseUrl: string
  assets: PageAssets
  /** Whether people can open accounts, which the navigation then offers. */
  hasAccounts: boolean
}

/** Returns an address relative to a page. */
export type LinkTo = (target: `/${string}`) => string

/** Deepest page with relative links; an unknown path may have thousands of levels. */
const maxLevels = 16

/**
 * Makes the links of the page at a path. They are relative, so that the installation may lie below a path.
 * @param path of the page as the browser asks for it, such as `/problems/not_found`
 */
export function createLinks(path: string): LinkTo {
  const levels = Math.max(0, path.split('/').length - 2)
  const up = levels > maxLevels ? '/' : '../'.repeat(levels)
  return (target) => {
    const relative = `${up}${target.slice(1)}`
    return relative === '' || relative.startsWith('?') || relative.startsWith('#') ? `./${relative}` : relative
  }
}

/** Address of a page in a language. French, the default, is the address without a language. */
export const addressIn = (page: string, language: Language): string =>
  language === languages[0] ? page : `${page}?lang=${language}`

export const manifestPath = '/manifest.webmanifest'

export const sharePicturePath = (language: Language): `/${string}` => `/icons/share-${language}.png`

/** Names of the entries of the navigation. */
export type NavigationId = 'home' | 'consumption' | 'understand' | 'api' | 'plans' | 'account'

const entries: readonly { id: NavigationId; path: `/${string}` }[] = [
  { id: 'home', path: '/' },
  { id: 'consumption', path: '/consommations' },
  { id: 'understand', path: '/comprendre' },
  { id: 'api', path: '/docs' },
  { id: 'plans', path: '/plans' },
  { id: 'account', path: accountPath },
]

/** The entries of the navigation. */
export function listNavigation({ hasAccounts }: Pick<Site, 'hasAccounts'>) {
  return hasAccounts ? entries : entries.filter(({ id }) => id !== 'account')
}

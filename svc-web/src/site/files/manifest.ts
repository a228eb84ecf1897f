import { type Language, languages } from '@hexawatt/shared/contract/values/languages'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'
import type { PublicRoute } from '../../http/page-routes.ts'
import { createServedPage, documentMaxAgeSeconds, servePage } from '../../kit/served-page.ts'
import { manifestPath } from '../site.ts'
import { siteTexts } from '../site-texts.ts'

const names: Readonly<Record<Language, string>> = {
  fr: fr('Hexawatt : quand consommer l’électricité'),
  en: 'Hexawatt: when to use electricity',
}

/** Describes the site to a device that installs it. Addresses are relative to the manifest, so that the installation may lie below a path. */
export function createManifestRoute(): PublicRoute {
  const pages = Object.fromEntries(languages.map((language) => [language, createManifest(language)]))
  return servePage(manifestPath, (request) => {
    const [, asked = languages[0]] = /[?&]lang=([a-z]{2})(?:&|$)/.exec(request.url) ?? []
    const page = pages[asked] ?? pages[languages[0]]
    if (page === undefined) throw new Error('no manifest in the default language')
    return page(request)
  })
}

function createManifest(language: Language) {
  const { navigation } = siteTexts[language]
  const png = (size: number, purpose = 'any') => ({
    src: purpose === 'any' ? `icons/${size}.png` : `icons/${purpose}-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const drawing = (src: string, purpose: string) => ({ src, sizes: 'any', type: 'image/svg+xml', purpose })
  const manifest = {
    id: './',
    name: names[language],
    short_name: 'Hexawatt',
    lang: language,
    start_url: './',
    scope: './',
    display: 'standalone',
    background_color: '#f6f5f1',
    theme_color: '#10163a',
    icons: [
      drawing('icons/icon.svg', 'any'),
      drawing('icons/maskable.svg', 'maskable'),
      png(192),
      png(512),
      png(512, 'maskable'),
    ],
    shortcuts: [
      { name: navigation.consumption, url: 'consommations' },
      { name: navigation.understand, url: 'comprendre' },
    ],
  }
  return createServedPage({
    contentType: 'application/manifest+json',
    body: JSON.stringify(manifest),
    maxAgeSeconds: documentMaxAgeSeconds,
  })
}

import { createServedPage, type ServedPage } from './served-page.ts'

/** A year, which is what caches take for ever. */
const assetMaxAgeSeconds = 31_536_000

/** A file of the page, under a path that changes with its content. */
export type ReferenceAsset = { path: string; page: ServedPage }

/** The files that the reference is made of; they come with a package, not from another server. */
export async function readReferenceAssets(): Promise<{ script: ReferenceAsset; style: ReferenceAsset }> {
  const [script, style] = await Promise.all([
    readAsset('swagger-ui-bundle.js', 'text/javascript; charset=utf-8'),
    readAsset('swagger-ui.css', 'text/css; charset=utf-8'),
  ])
  return { script, style }
}

async function readAsset(name: string, contentType: string): Promise<ReferenceAsset> {
  const body = await Bun.file(new URL(import.meta.resolve(`swagger-ui-dist/${name}`))).bytes()
  const version = Bun.hash.xxHash64(body).toString(36)
  return {
    path: `/docs/assets/${version}/${name}`,
    page: createServedPage({ contentType, body, maxAgeSeconds: assetMaxAgeSeconds, isImmutable: true }),
  }
}

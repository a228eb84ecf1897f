import { weakTag } from '@hexawatt/shared/http/entity-tag'
import type { GatewayResponse } from '../http/gateway-response.ts'
import { createCachedBody, presentAs } from '../http/representations.ts'

/** Answers a request for something that is the same for everybody. */
export type ServedPage = (request: Request) => GatewayResponse

type PageContent = {
  contentType: string
  body: string | Uint8Array<ArrayBuffer>
  /** Seconds for which caches keep it. */
  maxAgeSeconds: number
  /** It stands under a name that changes with its content. */
  isImmutable?: boolean
  /** Headers beside those of content and caching. */
  headers?: Readonly<Record<string, string>>
}

/** Keeps a page in memory, with its tag: there are few pages, and none of them changes while the program runs. */
export function createServedPage({ contentType, body, maxAgeSeconds, isImmutable, headers }: PageContent): ServedPage {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const ofPage = {
    etag: weakTag(Bun.hash.xxHash64(bytes).toString(36)),
    'cache-control': `public, max-age=${maxAgeSeconds}${isImmutable ? ', immutable' : ''}`,
    vary: 'Accept-Encoding',
    ...headers,
  }
  const kept = createCachedBody(ofPage, bytes)
  return (request) => presentAs(request, kept, contentType)
}

/** A year, which is what caches take for ever. */
const immutableMaxAgeSeconds = 31_536_000

/** A file of a page, under a path that changes with its content. */
export type VersionedAsset = { path: string; page: ServedPage }

/** @param folder path that the file stands under, such as `/dashboard` */
export function versionedAsset(
  folder: string,
  name: string,
  { contentType, body }: Pick<PageContent, 'contentType' | 'body'>,
): VersionedAsset {
  return {
    path: `${folder}/${Bun.hash.xxHash64(body).toString(36)}/${name}`,
    page: createServedPage({ contentType, body, maxAgeSeconds: immutableMaxAgeSeconds, isImmutable: true }),
  }
}

/** Relative to the page, so that the installation may stand below a path. */
export const relativePath = ({ path }: VersionedAsset): string => path.slice(1)

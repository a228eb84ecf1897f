import { createCachedBody, respondWithCachedBody } from '@hexawatt/shared/http/bodies/cached-body'
import { createWeakTag } from '@hexawatt/shared/http/conditional'
import { type PublicRoute, readMethods } from '../http/page-routes.ts'

/** Answers a request for a page that is identical for all clients. */
export type ServedPage = (request: Request) => Response

/** A read-only page, at its path. */
export function servePage(path: string, answer: PublicRoute['answer']): PublicRoute {
  return { path, methods: readMethods, answer }
}

/** `max-age` of a page without data, s. */
export const documentMaxAgeSeconds = 3_600

type PageContent = {
  contentType: string
  body: string | Uint8Array<ArrayBuffer>
  /** How caches may store it. */
  maxAgeSeconds: number
  /** Whether its path changes with its content. */
  isImmutable?: boolean
  /** Headers in addition to those of content and caching. */
  headers?: Readonly<Record<string, string>>
}

/** A page in memory, with its entity tag: pages are few and constant. */
export function createServedPage({ contentType, body, maxAgeSeconds, isImmutable, headers }: PageContent): ServedPage {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const headersOfPage = {
    etag: createWeakTag(Bun.hash.xxHash64(bytes).toString(36)),
    'cache-control': `public, max-age=${maxAgeSeconds}${isImmutable ? ', immutable' : ''}`,
    vary: 'Accept-Encoding',
    ...headers,
  }
  const cached = createCachedBody(headersOfPage, bytes)
  return (request) => {
    const { status, headers, body } = respondWithCachedBody(request, cached, contentType)
    return new Response(body, { status, headers })
  }
}

/** A year, s: the longest time that caches honour. */
const immutableMaxAgeSeconds = 31_536_000

/** A file of a page, under a path that changes with its content. */
export type VersionedAsset = { path: string; page: ServedPage }

/** @param folder path of the file, such as `/dashboard` */
export function serveVersionedAsset(
  folder: string,
  name: string,
  { contentType, body, headers = {} }: Pick<PageContent, 'contentType' | 'body' | 'headers'>,
): VersionedAsset {
  return {
    path: `${folder}/${Bun.hash.xxHash64(body).toString(36)}/${name}`,
    page: createServedPage({ contentType, body, maxAgeSeconds: immutableMaxAgeSeconds, isImmutable: true, headers }),
  }
}

/** Relative to the page, so that the installation may lie below a path. */
export const toRelativePath = ({ path }: VersionedAsset): string => path.slice(1)

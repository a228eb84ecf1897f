import { weakTag } from '@hexawatt/shared/http/entity-tag'
import type { Answer } from '../http/answer.ts'
import { createKeptBody } from '../http/cached-body.ts'
import { presentAs } from '../http/present.ts'

/** Answers a request for something that is the same for everybody. */
export type ServedPage = (request: Request) => Answer

export type PageContent = {
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
  const kept = createKeptBody(ofPage, bytes)
  return (request) => presentAs(request, kept, contentType)
}

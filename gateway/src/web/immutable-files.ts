import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { findPathPrefix } from '@hexawatt/shared/contract/web-paths'
import { chooseEncoding } from '@hexawatt/shared/http/bodies/choose-encoding'
import { isNotModified } from '@hexawatt/shared/http/conditional'
import type { GatewayResponse } from '../http/gateway-response.ts'
import type { ForwardPage } from './forward-page.ts'

/** Files in memory at most: svc-web has about 30, each in up to four encodings, and another 30 while it is upgraded. */
const maxFiles = 240

/** Largest file in memory, bytes; the largest of svc-web has 1.5 MB. */
const maxFileBytes = 2 * 1024 * 1024

type ImmutableFile = { status: 200; headers: Headers; body: Uint8Array<ArrayBuffer> }

/**
 * Keeps files whose path changes with their content (scripts and styles) in memory. Otherwise each client that reads a file of 1.5 MB slowly would hold a
 * call of svc-web and a copy of the file.
 */
export function createImmutableFiles(forwardPage: ForwardPage): ForwardPage {
  const files = createBoundedMap<ImmutableFile>(maxFiles)
  /** Files that are being fetched; further requests for them wait for the first. */
  const asked = new Map<string, Promise<GatewayResponse>>()

  async function askFor(key: string, ...request: Parameters<ForwardPage>): Promise<GatewayResponse> {
    const answer = await forwardPage(...request)
    const { headers, body } = answer
    if (!(headers instanceof Headers) || !isImmutable(answer.status, headers)) return answer
    const file: ImmutableFile = { status: 200, headers, body: await readWholeFile(body) }
    files.set(key, file)
    return file
  }

  return async function answerPage(context, entry) {
    const { request, target } = context
    const { method } = request
    const isFile = entry.kind === 'page' && findPathPrefix(entry) !== null && target.query === ''
    if (!isFile || (method !== 'GET' && method !== 'HEAD')) return forwardPage(context, entry)
    const key = `${chooseEncoding(request.headers.get('accept-encoding'))} ${target.path}`
    await asked.get(key)?.catch(() => undefined)
    const known = files.get(key)
    if (known !== undefined) return presentFile(request, known)
    if (method === 'HEAD' || asked.has(key)) return forwardPage(context, entry)
    const answer = askFor(key, context, entry)
    asked.set(key, answer)
    return answer.finally(() => asked.delete(key))
  }
}

/** Whether every client may keep the answer forever. */
function isImmutable(status: number, headers: Headers): boolean {
  const cacheControl = headers.get('cache-control') ?? ''
  const isForAll = cacheControl.startsWith('public') && !headers.has('set-cookie')
  return status === 200 && isForAll && cacheControl.includes('immutable') && headers.get('vary') === 'Accept-Encoding'
}

/** @throws Error for a file of more than {@link maxFileBytes} */
async function readWholeFile(body: GatewayResponse['body']): Promise<Uint8Array<ArrayBuffer>> {
  if (body instanceof Uint8Array) return body
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of new Response(body).body ?? []) {
    bytes += chunk.length
    if (bytes > maxFileBytes) throw new Error(`a file of svc-web has more than ${maxFileBytes} bytes`)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

function presentFile(request: Request, file: ImmutableFile): GatewayResponse {
  if (!isNotModified(request.headers, { etag: file.headers.get('etag') ?? '' })) return file
  const headers = new Headers(file.headers)
  for (const name of ['content-type', 'content-encoding']) headers.delete(name)
  return { status: 304, headers, body: null }
}

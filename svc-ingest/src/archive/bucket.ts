import { type HttpAnswer, sendRequest } from '@hexawatt/shared/upstream/http-client'
import { toErrorKind, UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import { callWithRetry, type RetryDeps } from '../upstream/retry.ts'
import type { ArchiveSettings } from './archive-settings.ts'

type Operation = 'put' | 'get' | 'head' | 'delete'

export type BucketDeps = RetryDeps & {
  /** Called after each request. */
  onRequest?: (operation: Operation, outcome: 'success' | 'failure') => void
  /** Longest request, ms; the usual one when absent. */
  timeoutMs?: number
}

/** Longest request, ms: objects are some hundred kilobytes. */
const usualTimeoutMs = 10_000
/** Characters of the storage's own error code that a message quotes. */
const maxCodeChars = 60

/**
 * The objects of the archive: compressed payloads under the SHA-256 of their content. A request that may succeed
 * later is tried again a few times. Bun's `fetch` signs for `s3://` addresses as its `S3Client` does, but can be aborted and shows the status.
 */
export function createBucket(settings: ArchiveSettings, deps: BucketDeps) {
  const { bucket, prefix, endpoint, region, credentials } = settings
  const { accessKeyId, secretAccessKey, sessionToken } = credentials
  // Every option is set: Bun reads missing options from its own variables (`S3_BUCKET`, `S3_ENDPOINT`).
  const s3 = {
    accessKeyId,
    secretAccessKey,
    ...(sessionToken === null ? {} : { sessionToken }),
    bucket,
    endpoint,
    region,
  }

  /** Sharded by the first byte: 256 folders, for servers that keep folders. */
  const keyOf = (sha256: string): string => `${prefix}${sha256.slice(0, 2)}/${sha256}.zst`

  function send(operation: Operation, sha256: string, body?: Uint8Array): Promise<HttpAnswer> {
    return sendRequest({
      url: `s3://${keyOf(sha256)}`,
      method: operation.toUpperCase(),
      ...(body === undefined ? {} : { body }),
      headers: { accept: '*/*', ...(body === undefined ? {} : { 'content-type': 'application/zstd' }) },
      s3,
      timeoutMs: deps.timeoutMs ?? usualTimeoutMs,
      name: `object storage (${operation} of object ${keyOf(sha256)})`,
    })
  }

  /** @throws UpstreamError when the status is neither success nor one of `usual` */
  async function sendExpecting(operation: Operation, sha256: string, usual: readonly number[], body?: Uint8Array) {
    try {
      const answer = await send(operation, sha256, body)
      if (!isSuccess(answer.status) && !usual.includes(answer.status))
        throw createRefusal(operation, keyOf(sha256), answer)
      deps.onRequest?.(operation, 'success')
      return answer
    } catch (error) {
      deps.onRequest?.(operation, 'failure')
      throw error
    }
  }

  return {
    keyOf,
    /**
     * Whether an object is there. Without the right to list the bucket, a storage answers 403 for a key that is absent.
     *
     * @throws UpstreamError
     */
    async has(sha256: string): Promise<boolean> {
      const { status } = await callWithRetry(deps, () => sendExpecting('head', sha256, [404, 403]))
      return isSuccess(status)
    },
    /** Writes an object. @throws UpstreamError */
    async put(sha256: string, zstd: Uint8Array): Promise<void> {
      await callWithRetry(deps, () => sendExpecting('put', sha256, [], zstd))
    },
    /** Reads an object; null when it is not there. @throws UpstreamError */
    async get(sha256: string): Promise<Uint8Array | null> {
      const { status, body } = await callWithRetry(deps, () => sendExpecting('get', sha256, [404]))
      return status === 404 ? null : body
    },
    /** Removes an object, which may be gone already. It is tried once: the next sweep repeats it. @throws UpstreamError */
    async remove(sha256: string): Promise<void> {
      await sendExpecting('delete', sha256, [404])
    },
  }
}
export type Bucket = ReturnType<typeof createBucket>

const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** Quotes only the error code: the rest of the body may repeat the access key and the signed text. */
function createRefusal(operation: Operation, key: string, { status, body }: HttpAnswer): UpstreamError {
  const code = new TextDecoder().decode(body).match(/<Code>(\w+)<\/Code>/)?.[1]
  const shownCode = code === undefined ? '' : ` ${code.slice(0, maxCodeChars)}`
  const message = `object storage answered ${status}${shownCode} (${operation} of object ${key})`
  return new UpstreamError(toErrorKind(status) ?? 'rejected', message, { status })
}

import { afterEach, describe, expect, test } from 'bun:test'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { readArchiveSettings } from '@hexawatt/svc-ingest/src/archive/archive-settings.ts'
import { createBucket } from '@hexawatt/svc-ingest/src/archive/bucket.ts'
import { startBucketFixture } from './testing/bucket-fixture.ts'

const sha256 = `ab${'0'.repeat(62)}`

/** Outcomes that the bucket counted. */
let counted: string[] = []
let waits: number[] = []

const storage = stopAtEnd(await startBucketFixture())
afterEach(() => {
  storage.become('up')
  counted = []
  waits = []
})

function bucketOf(env: Record<string, string>, timeoutMs = 10_000) {
  const settings = readArchiveSettings(env)
  if (settings === null) throw new Error('no bucket is set')
  return createBucket(settings, {
    timeoutMs,
    sleep: async (ms) => void waits.push(ms),
    random: () => 0.5,
    onRequest: (operation, outcome) => void counted.push(`${operation} ${outcome}`),
  })
}

/** A server that gives every request this answer, and keeps the requests. */
function answering(answer: (request: Request) => Response | Promise<Response>, timeoutMs?: number) {
  const requests: { url: string; headers: Headers }[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    // A waiting caller gives up by itself.
    idleTimeout: 0,
    fetch(request) {
      requests.push({ url: request.url, headers: new Headers(request.headers) })
      return answer(request)
    },
  })
  const env = {
    ARCHIVE_URL: `s3://bucket/prefix?endpoint=${server.url.origin}&region=eu-west-3`,
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SESSION_TOKEN: 'token',
  }
  const bucket = bucketOf(env, timeoutMs)
  return { requests, bucket, origin: server.url.origin, stop: () => server.stop(true) }
}

describe('a bucket', () => {
  test('a stored object is read back unchanged, is found, and is gone after its removal', async () => {
    const bucket = bucketOf(storage.settings('a/b'))
    expect(bucket.keyOf(sha256)).toBe(`a/b/ab/${sha256}.zst`)
    expect([await bucket.has(sha256), await bucket.get(sha256)]).toEqual([false, null])
    await bucket.put(sha256, Buffer.from('body'))
    expect([await bucket.has(sha256), Buffer.from((await bucket.get(sha256)) ?? '').toString()]).toEqual([true, 'body'])
    await bucket.remove(sha256)
    await bucket.remove(sha256)
    expect(await bucket.has(sha256)).toBe(false)
    expect(counted.filter((outcome) => outcome.endsWith('failure'))).toEqual([])
  })

  test('a temporary failure is retried up to four times with growing pauses, and every attempt is counted', async () => {
    storage.become('refuses')
    await expect(bucketOf(storage.settings()).put(sha256, Buffer.from('body'))).rejects.toMatchObject({
      kind: 'transient',
    })
    expect(counted).toEqual(Array(4).fill('put failure'))
    expect(waits).toEqual([500, 1_000, 2_000])
  })

  test('requests are signed for the region with the session token in a header; the address contains neither', async () => {
    const { requests, bucket, stop } = answering(() => new Response(null, { status: 200 }))
    await bucket.put(sha256, Buffer.from('body'))
    const [request] = requests
    expect(request?.headers.get('authorization')).toContain('/eu-west-3/s3/aws4_request')
    expect(request?.headers.get('x-amz-security-token')).toBe('token')
    expect(new URL(request?.url ?? '').search).toBe('')
    await stop()
  })

  test('a redirect is never followed, so that a signed request reaches no other server', async () => {
    const elsewhere = answering(() => new Response(null, { status: 200 }))
    const location = `${elsewhere.origin}/`
    const { bucket, stop } = answering(() => new Response(null, { status: 307, headers: { location } }))
    await expect(bucket.put(sha256, Buffer.from('body'))).rejects.toThrow('object storage answered 307')
    await expect(bucket.get(sha256)).rejects.toThrow('object storage answered 307')
    expect(elsewhere.requests).toEqual([])
    await Promise.all([stop(), elsewhere.stop()])
  })

  test('a forbidden key counts as absent when its existence is checked, and as a failure when it is read', async () => {
    const { bucket, stop } = answering(() => new Response('<Error><Code>AccessDenied</Code></Error>', { status: 403 }))
    expect(await bucket.has(sha256)).toBe(false)
    await expect(bucket.get(sha256)).rejects.toMatchObject({ kind: 'rejected', status: 403 })
    await stop()
  })

  test('an object without an end is not read to memory', async () => {
    const megabyte = new Uint8Array(1024 * 1024)
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(megabyte) })
    const { bucket, stop } = answering(() => new Response(endless))
    await expect(bucket.get(sha256)).rejects.toMatchObject({ kind: 'too_large' })
    await stop()
  })

  test('a bucket that does not answer fails after a bounded time', async () => {
    const { requests, bucket, stop } = answering(() => new Promise<Response>(() => undefined), 50)
    await expect(bucket.get(sha256)).rejects.toMatchObject({ kind: 'transient' })
    expect(requests).toHaveLength(4)
    await stop()
  })
})

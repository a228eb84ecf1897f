import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

type StorageRequest = { method: string; path: string; headers: Readonly<Record<string, string | undefined>> }

/** `refuses`: answers 503. `hangs up`: ends the connection without an answer. */
type StorageState = 'up' | 'refuses' | 'hangs up'

/** Credentials that s3rver accepts; it checks every signature with them. */
const accepted = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

const bucket = 'hexawatt-test'

/** A bucket on a real server of the S3 protocol, in a folder of its own, which can fail on demand and keeps a list of its requests. */
export async function startBucketFixture() {
  const directory = await mkdtemp(join(tmpdir(), 'hexawatt-bucket-'))
  const requests: StorageRequest[] = []
  let state: StorageState = 'up'
  let onRequest = (_method: string): void => undefined
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  })
  server.middleware.unshift(async (context, next) => {
    const { method, path, headers } = context
    requests.push({ method, path, headers })
    onRequest(method)
    if (state === 'up') return next()
    if (state === 'hangs up') return context.req.socket.destroy()
    context.status = 503
    context.type = 'application/xml'
    context.body = `<Error><Code>SlowDown</Code><AWSAccessKeyId>${accepted.AWS_ACCESS_KEY_ID}</AWSAccessKeyId></Error>`
  })
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  /** Where s3rver keeps the body of an object. */
  const fileOf = (key: string) => join(directory, bucket, `${key}._S3rver_object`)
  return {
    requests,
    /** Settings of a program that archives below this prefix. */
    settings: (prefix = 'payloads'): Record<string, string> => ({
      ARCHIVE_URL: `s3://${bucket}/${prefix}?endpoint=${endpoint}`,
      ...accepted,
    }),
    become(next: StorageState): void {
      state = next
    },
    /** Does something at each request from now on, before it is answered. */
    atRequest(work: (method: string) => void): void {
      onRequest = work
    },
    /** Keys of the objects, in order. */
    async keys(): Promise<string[]> {
      const files = await readdir(join(directory, bucket), { recursive: true })
      return files.flatMap((file) => file.match(/^(.+)\._S3rver_object$/)?.[1] ?? []).sort()
    },
    read: (key: string): Promise<Uint8Array> => readFile(fileOf(key)),
    /** Alters an object behind everybody's back. */
    alter: (key: string, body: Uint8Array): Promise<void> => writeFile(fileOf(key), body),
    /** Removes an object behind everybody's back. */
    lose: (key: string): Promise<void> => rm(fileOf(key)),
    async stop(): Promise<void> {
      server.httpServer.closeAllConnections()
      await server.close()
      await rm(directory, { recursive: true })
    },
  }
}
export type BucketFixture = Awaited<ReturnType<typeof startBucketFixture>>

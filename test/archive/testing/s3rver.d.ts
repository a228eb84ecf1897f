/** The package has no types of its own. */
declare module '@20minutes/s3rver' {
  type Context = {
    method: string
    path: string
    headers: Readonly<Record<string, string | undefined>>
    status: number
    type: string
    body: string
    req: { socket: { destroy(): void } }
  }
  type Options = {
    port: number
    address: string
    silent: boolean
    directory: string
    vhostBuckets: boolean
    configureBuckets: readonly { name: string }[]
  }
  class S3rver {
    constructor(options: Options)
    /** The handlers of a request, the first outermost. */
    middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[]
    httpServer: { closeAllConnections(): void }
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
  export = S3rver
}

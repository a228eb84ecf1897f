import { bodyBytes } from './wrk.ts'

/**
 * The service behind every candidate: the same 2 kB of JSON on every path, with the headers of a service. `/asked` returns the
 * number of answered requests, which shows who cached.
 */
const frame = { dataMode: 'live', computedAt: new Date().toISOString(), filler: '' }
const body = new TextEncoder().encode(
  JSON.stringify({ ...frame, filler: 'x'.repeat(bodyBytes - JSON.stringify(frame).length) }),
)
const headers = new Headers({
  'content-type': 'application/json; charset=utf-8',
  'x-data-mode': 'live',
  'x-service-confidence': 'normal',
  etag: '"7f6a2c4d9e1b8035"',
  'cache-control': 'private, max-age=60',
  'last-modified': new Date().toUTCString(),
})

let asked = 0
Bun.serve({
  port: Number(process.argv[2]),
  hostname: '127.0.0.1',
  fetch(request) {
    if (request.url.endsWith('/asked')) return Response.json(asked)
    asked += 1
    return new Response(body, { headers })
  },
})

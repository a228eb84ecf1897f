import { type EventKind, eventOperations } from '@hexawatt/shared/contract/formats/live-events'
import { operations } from '@hexawatt/shared/contract/operations'
import { formatHttpDate } from '@hexawatt/shared/http/conditional'

/** Lengths of real bodies, bytes. */
const bodyBytes: Readonly<Record<EventKind, number>> = {
  score: 1_500,
  carbon: 3_000,
  outlook: 20_000,
  grid: 5_000,
  tariff: 400,
  prices: 24_000,
  consumption: 1_200,
}

/**
 * The services behind the gateway: each kind's body has the length of a real one and ends with its version, which `/move?kinds=score,grid` counts up.
 */
const versions = new Map<string, number>()
const kindOf = new Map<string | undefined, string>(
  Object.entries(eventOperations).map(([kind, id]) => [operations.find((one) => one.id === id)?.path, kind]),
)

function createBody(kind: EventKind): string {
  const end = `","version":"@${versions.get(kind) ?? 0}@"}`
  return `{"filler":"${'x'.repeat(bodyBytes[kind] - end.length - 11)}${end}`
}

function isKind(kind: string | undefined): kind is EventKind {
  return kind !== undefined && kind in bodyBytes
}

Bun.serve({
  port: Number(process.argv[2]),
  hostname: '127.0.0.1',
  fetch(request) {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/move') {
      const version = Number(searchParams.get('version'))
      for (const kind of searchParams.get('kinds')?.split(',') ?? []) versions.set(kind, version)
      return new Response()
    }
    const kind = kindOf.get(pathname)
    if (!isKind(kind)) return new Response(null, { status: 404 })
    const version = versions.get(kind) ?? 0
    const headers = {
      'content-type': 'application/json',
      'x-data-mode': 'demo',
      etag: `W/"${version}"`,
      'last-modified': formatHttpDate(Date.UTC(2026, 0, 1) + version * 1_000),
    }
    return new Response(createBody(kind), { headers })
  },
})

import * as v from 'valibot'

/** Members of an OTLP/HTTP export (JSON) that the tests use. */
const Value = v.union([
  v.pipe(
    v.object({ stringValue: v.string() }),
    v.transform(({ stringValue }) => stringValue),
  ),
  v.pipe(
    v.object({ intValue: v.union([v.string(), v.number()]) }),
    v.transform(({ intValue }) => Number(intValue)),
  ),
  v.pipe(
    v.object({ doubleValue: v.number() }),
    v.transform(({ doubleValue }) => doubleValue),
  ),
])
const Attributes = v.pipe(
  v.array(v.object({ key: v.string(), value: Value })),
  v.transform((pairs) => Object.fromEntries(pairs.map(({ key, value }) => [key, value]))),
)
const OtlpSpan = v.object({
  traceId: v.string(),
  spanId: v.string(),
  parentSpanId: v.optional(v.string(), ''),
  name: v.string(),
  kind: v.number(),
  attributes: Attributes,
  status: v.object({ code: v.optional(v.number(), 0) }),
})
const Export = v.object({
  resourceSpans: v.array(
    v.object({
      resource: v.object({ attributes: Attributes }),
      scopeSpans: v.array(v.object({ spans: v.array(OtlpSpan) })),
    }),
  ),
})

/** A span as a collector receives it, with the name of the program that sent it. */
export type ReceivedSpan = v.InferOutput<typeof OtlpSpan> & { program: unknown }

/** A small OTLP/HTTP collector: it takes spans and keeps them. */
export function startTraceCollector() {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: {
      '/v1/traces': {
        POST: async (request) => {
          const text = await request.text()
          bodies.push(text)
          for (const { resource, scopeSpans } of v.parse(Export, JSON.parse(text)).resourceSpans) {
            const program = resource.attributes['service.name']
            spans.push(...scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, program }))))
          }
          return Response.json({})
        },
      },
    },
    fetch: () => new Response(null, { status: 404 }),
  })
  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    /** Everything that was sent, as it came. */
    text: (): string => bodies.join('\n'),
    spansOf: (traceId: string): ReceivedSpan[] => spans.filter((span) => span.traceId === traceId),
    spans,
    stop: () => server.stop(true),
  }
}

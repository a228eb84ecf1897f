import { operations } from '@hexawatt/shared/contract/operations'
import { callMcp } from '@hexawatt/shared/contract/operations/call-mcp'
import { getEvents } from '@hexawatt/shared/contract/operations/get-events'
import { listParameterNames } from '@hexawatt/shared/testing/operation-queries'
import fc from 'fast-check'

/** A request of a hostile or broken client. */
export type RandomRequest = { method: string; target: string; headers: [name: string, value: string][] }

const paths = [...operations, getEvents, callMcp].map(({ path }) => path)
const pages = [
  '/',
  '/docs',
  '/openapi.json',
  '/llms.txt',
  '/problems',
  '/problems/not_found',
  '/v1',
  '/api',
  '/favicon.ico',
]
const parameters = [...new Set(operations.flatMap(listParameterNames))]

/** Visible ASCII except characters that end the target of a request. */
const targetText = (maxLength: number) =>
  fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength })

/** Text as it may stand in the value of a header. */
const headerText = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 80,
})

/** Any text at all, encoded: control characters, surrogates, right-to-left ticks and what else there is. */
const encodedText = fc.string({ unit: 'binary', maxLength: 24 }).map((text) => encodeURIComponent(text.toWellFormed()))

/** Sequences that programs have stumbled over. */
const nasty = fc.constantFrom(
  '%00',
  '%0d%0aX-Evil:1',
  '..%2f..%2fetc%2fpasswd',
  '%c0%ae%c0%ae/',
  '%zz',
  '%',
  '%u0041',
  "'%20or%201=1--",
  '%24%7Bjndi:ldap://x%7D',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '%F0%9F%92%A9',
  '__proto__',
  'constructor',
  'NaN',
  '-0',
  '1e400',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00Z',
  '9999999999999999999999',
  'Etc/GMT+5',
  'profile=carbon',
)

const path = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...paths) },
  { weight: 1, arbitrary: fc.constantFrom(...pages) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...paths), fc.oneof(nasty, targetText(12))).map(([base, tail]) => base + tail),
  },
  { weight: 1, arbitrary: targetText(60).map((text) => `/${text}`) },
  { weight: 1, arbitrary: encodedText.map((text) => `/${text}`) },
)

const value = fc.oneof(
  encodedText,
  nasty,
  targetText(30).map((text) => text.replaceAll(/[&#]/g, '')),
  fc.double().map(String),
  fc.integer().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom('raw', 'hourly', 'national', 'carbon', '0.25', '0', '1', '24', 'Europe/Paris', ''),
)
const name = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...parameters) },
  { weight: 1, arbitrary: fc.oneof(encodedText, nasty) },
)
const query = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  {
    weight: 5,
    arbitrary: fc
      .array(fc.tuple(name, value), { maxLength: 6 })
      .map((pairs) => `?${pairs.map(([key, text]) => `${key}=${text}`).join('&')}`),
  },
  { weight: 1, arbitrary: targetText(200).map((text) => `?${text}`) },
)

const types = ['application/json', 'text/csv', 'application/x-ndjson', 'text/*', '*/*', 'q=1', ',,,', ';', 'a/b;q=x']
const header = fc.oneof(
  fc.tuple(fc.constant('accept'), fc.oneof(headerText, fc.constantFrom(...types))),
  fc.tuple(
    fc.constant('accept-encoding'),
    fc.oneof(headerText, fc.constantFrom('gzip', 'br', 'zstd;q=0', '*;q=0', 'identity;q=0')),
  ),
  fc.tuple(
    fc.constantFrom(
      'if-none-match',
      'if-modified-since',
      'x-request-id',
      'traceparent',
      'tracestate',
      'x-forwarded-for',
      'forwarded',
      'origin',
      'access-control-request-method',
      'range',
      'cookie',
      'authorization',
      'x-internal-token',
      'x-hexawatt-principal',
      'x-http-method-override',
      'user-agent',
      'content-type',
    ),
    fc.oneof(
      headerText,
      nasty,
      fc.constantFrom('*', 'W/"', '"a", W/"b"', 'bytes=0-1', '::1', 'Tue, 99 Foo 2026 00:00:00 GMT'),
    ),
  ),
  fc.tuple(
    targetText(20).map((text) => `x-${text.replaceAll(/[^a-z0-9-]/gi, '')}a`),
    headerText,
  ),
)

/** Methods that the client library can send; the others are tried over raw connections. */
const methods = ['GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Requests of every kind, most of them to existing paths. */
export const randomRequest: fc.Arbitrary<RandomRequest> = fc.record({
  method: fc.constantFrom(...methods),
  target: fc.tuple(path, query).map(([before, after]) => before + after),
  headers: fc.array(header, { maxLength: 5 }),
})

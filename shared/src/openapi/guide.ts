import { type Plan, plansPagePath } from '../contract/plans.ts'
import type { DocumentContext } from './schemas/document-types.ts'

/** A part of the introduction, in Markdown. */
export type GuideSection = { title: string; text: string }

const numbers = new Intl.NumberFormat('en-GB')

/** Creates the sections of the introduction that concern every operation. */
export function createGuide({ planTable, demoKey }: DocumentContext): GuideSection[] {
  return [
    {
      title: 'Authentication',
      text: `Send your key in the header X-Api-Key, or as Authorization: Bearer; keys begin with hxw_ and are shown only once, when they are created. A key in the URL is never accepted. All paths below /v1 and the path /mcp need a key; the paths below /api do not. The exports below /v1/export also accept the key as the password of HTTP Basic, with any user name, for programs that cannot send other headers. The paths below /compat accept HTTP Basic too, and the header auth-token. Two different credentials in one request are refused with 401. The page ${plansPagePath} explains how to get a key.${describeDemo(demoKey)}`,
    },
    {
      title: 'Formats',
      text: 'The header Accept selects the content type of a success body: application/json (default), text/json or text/plain; history and forecast archive also offer text/csv and application/x-ndjson; each export has only its own type, /v1/events only text/event-stream. An Accept without any offered type is answered with 406. Timestamps are ISO 8601 in UTC with seconds and Z. A missing value is null, never 0. Objects are closed, except MethodologyVersionSet, ForecastVersionSet and ProblemDetails: ignore unknown members of these objects. Bodies above 1 KiB are compressed according to Accept-Encoding (zstd, br, gzip). advice is in French, or in English when Accept-Language prefers English; Content-Language names the language. recommendation and the detail of sub-scores are always French.',
    },
    {
      title: 'Methods',
      text: 'Every path supports GET, HEAD (the headers of GET without the body) and OPTIONS (204 with Allow, and the CORS preflight: any origin, X-Api-Key and Authorization allowed, limit headers exposed); only /mcp uses POST. Any other method is answered with 405, an unknown path with 404, a URL above 8 KiB with 414. A path with a trailing slash is redirected with 308 to the path without it. Accept, If-None-Match and If-Modified-Since may have at most 2 KiB each; longer values are answered with 431.',
    },
    {
      title: 'Caching',
      text: 'Every response with status 200 has a weak ETag of its data. Send it back as If-None-Match: while the data are unchanged the response is 304 without a body, which does not count against the monthly quota. Cache-Control gives the time for which the response may be cached, at most until the next data are expected.',
    },
    {
      title: 'Limits',
      text: `Requests per minute (a sliding window of 60 seconds) and per month (calendar month, UTC) are counted per account, over all its keys.\n\n${Object.values(planTable.plans).map(describePlan).join('\n')}\n\nEvery request counts against the limit per minute, only responses with status 200 count against the monthly quota. Every authenticated response has the remaining requests in X-RateLimit-*, RateLimit and RateLimit-Policy; a 429 has the waiting time in Retry-After. Without a key, each client address may send ${planTable.anonymous.requestsPerMinute} requests per minute. ${describeDemoLimits(planTable.demo)}`,
    },
    {
      title: 'Errors',
      text: 'Every error is application/problem+json (RFC 9457) with a stable code; type is the URL of a page that explains the code, detail describes the error of this request. The checks run in this order: URL, headers, path and method (414, 431, 404, 405); key (401); limits (429); unknown parameters (400); features of the plan (403); other parameters (400); window and history depth (400, 403); data (503). 503 insufficient_data is deliberate: the API serves no value rather than a wrong one.',
    },
    {
      title: 'Quality of the data',
      text: 'X-Service-Confidence: degraded means that a source is late or missing, or that an open source replaces the operator; the response is still valid, and its fields name its basis. X-Data-Mode names the kind of data: live (API of the transmission system operator), open (real data from sources without credentials), demo (invented) or replay (recorded). In open mode there are no EcoWatt signal, no outages and no weekly forecast: values that need them are null or estimated, as sourceAvailability and /api/status show. Physical flows at the borders arrive two to three hours late in open mode; until then the consumption intensity of the newest hours is estimated from commercial exchanges, methodology says so, and methodologyVersions.consumption is 2. Carbon intensities are location-based: an input for scope 2 accounting, not a market-based contractual instrument.',
    },
    {
      title: 'Versions and service',
      text: 'The path contains the version (/v1); fields are never removed or renamed within a version. An operation that will end says so at least twelve months before, in the headers Deprecation and Sunset. methodologyVersions names the versions of the calculations behind a value. The service is offered on a best-effort basis without guaranteed availability; data are hosted in the European Union.',
    },
  ]
}

function describeDemo(demoKey: string | null): string {
  return demoKey === null ? '' : ` To try the API without an account, use the demo key ${demoKey}.`
}

function describeDemoLimits({ requestsPerMinute, requestsPerMonth }: DocumentContext['planTable']['demo']): string {
  return `The demo key, if this installation has one, is limited per client address to ${requestsPerMinute} requests per minute and ${requestsPerMonth} per month, without history, analytics and custom weightings.`
}

function describePlan(plan: Plan): string {
  const { name, marketingName, priceEurPerMonth, requestsPerMinute, monthlyQuota, forecastHours, historyDays } = plan
  const also = marketingName === name ? '' : ` (${marketingName})`
  const price = priceEurPerMonth === 0 ? 'free' : `${numbers.format(priceEurPerMonth)} EUR per month`
  const extras = plan.customWeights && plan.analytics ? ', custom weightings and analytics' : ''
  return `- ${name}${also}, ${price}: ${requestsPerMinute} requests per minute, ${numbers.format(monthlyQuota)} per month (${describeOverage(plan)}), ${forecastHours} hours of forecast, ${numbers.format(historyDays)} days of history${extras}.`
}

function describeOverage({ overageEurPerRequest, overageCapMultiple }: Plan): string {
  if (overageEurPerRequest === null || overageCapMultiple === null) return 'no requests beyond'
  return `${overageEurPerRequest} EUR per further request, up to ${overageCapMultiple} times the quota`
}

import { type Plan, plansPagePath } from '../contract/plans.ts'
import type { DocumentContext } from './document-types.ts'

/** A part of the introduction, in Markdown. */
export type GuideSection = { title: string; text: string }

const numbers = new Intl.NumberFormat('en-GB')

/** The sections that concern every operation. */
export function createGuide({ planTable, demoKey }: DocumentContext): GuideSection[] {
  return [
    {
      title: 'Authentication',
      text: `Send your key in the header X-Api-Key, or as Authorization: Bearer; keys begin with hxw_ and are shown once, when they are created. A key in the address is never accepted. All paths under /v1 and the path /mcp need a key; the paths under /api do not. The exports under /v1/export also take the key as the password of HTTP Basic, under any user name, for programs that cannot send other headers. So do the paths under /compat, which also take it in the header auth-token. Two different credentials in one request are refused with 401. The page ${plansPagePath} says how to get a key.${describeDemo(demoKey)}`,
    },
    {
      title: 'Formats',
      text: 'Success bodies are offered as application/json (default), text/json and text/plain by Accept, the history also as text/csv and application/x-ndjson, each export only under its own type, /v1/events only as text/event-stream; an Accept without any of these is 406. Instants are ISO 8601 in UTC to the second, with Z. Missing is null, never 0. Objects are closed, except MethodologyVersionSet, ForecastVersionSet and ProblemDetails: ignore members that you do not know there. Bodies above 1 KiB are compressed by Accept-Encoding (zstd, br, gzip). advice is written in French, or in English where Accept-Language prefers it, as Content-Language says; recommendation and the detail of sub-scores are always French.',
    },
    {
      title: 'Methods',
      text: 'Every path but /mcp, which is called by POST, answers GET, HEAD (the headers of GET without the body) and OPTIONS (204 with Allow, and the CORS preflight: any origin, X-Api-Key and Authorization allowed, limit headers exposed). Any other method is 405, an unknown path 404, an address above 8 KiB 414. A path with a trailing slash is redirected with 308 to the path without it. Accept, If-None-Match and If-Modified-Since may have 2 KiB each, else 431.',
    },
    {
      title: 'Caching',
      text: 'Every answer with status 200 carries a weak ETag of what it holds; send it as If-None-Match and get 304 without a body while the data are the same, which does not count against the month. Cache-Control says for how long the answer holds, at most until the next data are expected.',
    },
    {
      title: 'Limits',
      text: `Minute (a sliding window of 60 seconds) and month (calendar month, UTC) count per account, over all its keys.\n\n${Object.values(planTable.plans).map(describePlan).join('\n')}\n\nEvery request counts against the minute, only answers with status 200 against the month. What is left stands on every authenticated answer in X-RateLimit-*, RateLimit and RateLimit-Policy; a 429 says in Retry-After when to ask again. Without a key, an address may ask ${planTable.anonymous.requestsPerMinute} times a minute. ${describeDemoLimits(planTable.demo)}`,
    },
    {
      title: 'Errors',
      text: 'Every error is application/problem+json (RFC 9457) with a stable code; type is the address of a page that explains it, detail says what was wrong with this request. The order of the checks: address, headers, path and method (414, 431, 404, 405), key (401), limits (429), unknown parameters (400), rights (403), other parameters (400), window and depth (400, 403), data (503). A 503 insufficient_data is an explicit refusal: no value is served rather than a wrong one.',
    },
    {
      title: 'Quality of the data',
      text: 'X-Service-Confidence: degraded says that a source is late or missing, or that an open source stands in for the operator; the answer is still good, and its fields say what it rests on. X-Data-Mode says whether the data are live (the operator’s API), open (real, from sources without credentials), demo (invented) or replay (recorded). In open mode there is no EcoWatt signal, no outages and no weekly forecast: what rests on them is null or estimated, sourceAvailability and /api/status say so, and flows at the borders come two to three hours late: until then the consumption intensity of the newest hours is estimated by the commercial exchanges, methodology says so, and methodologyVersions.consumption is 2. Carbon intensities are location-based: an input for scope 2, not a market-based contractual instrument.',
    },
    {
      title: 'Versions and service',
      text: 'The version stands in the path (/v1); fields are not taken away or renamed within it. methodologyVersions names the calculations behind a value. The service is best effort without contractual availability; data are hosted in the European Union.',
    },
  ]
}

function describeDemo(demoKey: string | null): string {
  return demoKey === null ? '' : ` To try it out without an account, use the demo key ${demoKey}.`
}

function describeDemoLimits({ requestsPerMinute, requestsPerMonth }: DocumentContext['planTable']['demo']): string {
  return `The demo key, where there is one, is limited per address: ${requestsPerMinute} requests a minute and ${requestsPerMonth} a month, without history, analytics and own weightings.`
}

function describePlan(plan: Plan): string {
  const { name, marketingName, priceEurPerMonth, requestsPerMinute, monthlyQuota, forecastHours, historyDays } = plan
  const also = marketingName === name ? '' : ` (${marketingName})`
  const price = priceEurPerMonth === 0 ? 'free' : `${numbers.format(priceEurPerMonth)} EUR a month`
  const extras = plan.customWeights && plan.analytics ? ', own weightings and analytics' : ''
  return `- ${name}${also}, ${price}: ${requestsPerMinute} requests a minute, ${numbers.format(monthlyQuota)} a month (${describeOverage(plan)}), ${forecastHours} hours of forecast, ${numbers.format(historyDays)} days of history${extras}.`
}

function describeOverage({ overageEurPerRequest, overageCapMultiple }: Plan): string {
  if (overageEurPerRequest === null || overageCapMultiple === null) return 'nothing beyond'
  return `beyond it ${overageEurPerRequest} EUR each, up to ${overageCapMultiple} times`
}

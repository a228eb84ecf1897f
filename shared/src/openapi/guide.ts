import {
  countedEverySeconds,
  eventKinds,
  eventOperations,
  heartbeatSeconds,
  limitEvent,
} from '../contract/events/events-operation.ts'
import { type McpTool, mcpTools } from '../contract/mcp/mcp-operation.ts'
import { type OperationId, operations } from '../contract/operations.ts'
import { type Plan, planIds, plansPagePath } from '../contract/plans.ts'
import type { DocumentContext } from './document-types.ts'

/** A part of the introduction. The texts are plain Markdown without quotation marks and angle brackets: the page puts them into an attribute. */
export type GuideSection = { title: string; text: string }

const numbers = new Intl.NumberFormat('en-GB')

/** The sections that concern every operation. */
export function guide({ planTable, demoKey }: DocumentContext): GuideSection[] {
  return [
    {
      title: 'Authentication',
      text: `Send your key in the header X-Api-Key, or as Authorization: Bearer; keys begin with hxw_ and are shown once, when they are created. A key in the address is never accepted. All paths under /v1 and the path /mcp need a key; the paths under /api do not. The exports under /v1/export also take the key as the password of HTTP Basic, under any user name, for programs that cannot send other headers. So do the paths under /compat, which also take it in the header auth-token. Two different credentials in one request are refused with 401. The page ${plansPagePath} says how to get a key.${demoText(demoKey)}`,
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
      text: `Minute (a sliding window of 60 seconds) and month (calendar month, UTC) count per account, over all its keys.\n\n${planIds.map((id) => planText(planTable.plans[id])).join('\n')}\n\nEvery request counts against the minute, only answers with status 200 against the month. What is left stands on every authenticated answer in X-RateLimit-*, RateLimit and RateLimit-Policy; a 429 says in Retry-After when to ask again. Without a key, an address may ask ${planTable.anonymous.requestsPerMinute} times a minute. ${demoLimits(planTable.demo)}`,
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

function demoText(demoKey: string | null): string {
  return demoKey === null ? '' : ` To try it out without an account, use the demo key ${demoKey}.`
}

function demoLimits({ requestsPerMinute, requestsPerMonth }: DocumentContext['planTable']['demo']): string {
  return `The demo key, where there is one, is limited per address: ${requestsPerMinute} requests a minute and ${requestsPerMonth} a month, without history, analytics and own weightings.`
}

function planText(plan: Plan): string {
  const { name, marketingName, priceEurPerMonth, requestsPerMinute, monthlyQuota, forecastHours, historyDays } = plan
  const also = marketingName === name ? '' : ` (${marketingName})`
  const price = priceEurPerMonth === 0 ? 'free' : `${numbers.format(priceEurPerMonth)} EUR a month`
  const extras = plan.customWeights && plan.analytics ? ', own weightings and analytics' : ''
  return `- ${name}${also}, ${price}: ${requestsPerMinute} requests a minute, ${numbers.format(monthlyQuota)} a month (${beyond(plan)}), ${forecastHours} hours of forecast, ${numbers.format(historyDays)} days of history${extras}.`
}

function beyond({ overageEurPerRequest, overageCapMultiple }: Plan): string {
  if (overageEurPerRequest === null || overageCapMultiple === null) return 'nothing beyond'
  return `beyond it ${overageEurPerRequest} EUR each, up to ${overageCapMultiple} times`
}

const pathOf = (id: OperationId): string | undefined => operations.find((operation) => operation.id === id)?.path

/** Description of `GET /v1/events`, beyond its summary. */
export const eventsNotes = `Server-sent events (text/event-stream, uncompressed). Each event has its kind as its name and as data the JSON that GET of its path answers the same key: ${eventKinds.map((kind) => `${kind} (${pathOf(eventOperations[kind])})`).join(', ')}. The newest of each kind comes at once, and then each one as it changes; a kind that GET refuses comes as soon as there is one. The id of an event names what was received of every kind: sent back as Last-Event-ID to any gateway it brings exactly what is newer. Every ${heartbeatSeconds} seconds a comment keeps the connection open. The stream counts as one request when it opens and as one more every ${countedEverySeconds / 60} minutes; at a limit the event ${limitEvent}, whose data are the problem body, ends it. An account has a bounded number of streams (429 too_many_streams); a listener that does not read, or whose key no longer holds, is ended. retry says after how many milliseconds to come back. Not with the demo key. EventSource of browsers cannot send a key: use fetch, or a library that reads events over it, such as the TypeScript client.`

/** Description of `POST /mcp`, beyond its summary. */
export const mcpNotes = `One message a request, answered as JSON: no session, no stream, no batch; GET and DELETE are 405. Tools: ${mcpTools.map(toolText).join(', ')}. Each request counts once, however many endpoints its tool asks; a notification is answered with 202 and counts against the minute only. A refusal of an endpoint is a result with isError and its problem body as text. The demo key does not open it. A browser page may call it only from the origin of this installation or from localhost.`

function toolText({ name, operation }: McpTool): string {
  return `${name} (parameters and rights of ${pathOf(operation)})`
}

/** Description of each operation, beyond its summary. */
export const operationNotes: Readonly<Record<OperationId, string>> = {
  getCarbonIntensity:
    'Hourly, location-based, national. The production boundary weighs the mix with the emission factors of the national agency; the consumption boundary adds imports at the yearly intensity of their country, estimated by commercial exchanges until the physical flows are published. An input for scope 2, not a market-based contractual instrument. Attribute the value to the hour from dataSlotStart to dataSlotEnd: the publisher is 1 to 2 hours behind.',
  getCarbonRegions:
    'Production boundary only, one quarter-hour, the newest of the last hour of which most regions are known; the publisher renews it once an hour. Gas, coal and oil of a region are published as one figure, and so are hydro and bioenergy: they are split in the ratio of the national mix of the same quarter-hour; all wind counts as onshore. The imports of a region are not weighed: a region that produces little may use what its neighbours produce. Null is unknown, never 0. 503 when the newest quarter-hour ended more than 6 hours ago.',
  getScore:
    'Without parameters the national weighting (price 0.30, carbon 0.30, grid 0.20, adequacy 0.20), on every plan. profile or the four weights choose another one on the plans with customWeights; asked for without that right they are refused with 403 and never replaced by the default. Below a confidence of 50 the score is refused with 503.',
  getScoreForecast:
    'Hours from the next full hour on, as many as were asked for, the plan reaches and are known. bestHour and worstHour are ranked before rounding. Prices exist to the end of tomorrow at most; beyond, an estimate stands in. Nothing to forecast is 200 with an empty list.',
  getScoreHistory:
    'from inclusive, to exclusive, at most 366 days. A from before the depth of the plan is refused with 403 only when a larger plan would deliver more; where storage is the shorter one, the answer is truncated and says so. Nothing stored is 200 with an empty list. Answered as a stream; text/csv and application/x-ndjson hold the points alone; X-Effective-From and X-Truncated say where they begin, and the last column provenance says who made a point: live at its tick, backfilled afterwards from stored feed data, mixed for an hour of both. A backfilled point knows no value that came later than it was due, has no grid signal (the publisher gives no past) and so a lower confidence, and no forecast was issued with it.',
  getScoreAnalytics:
    'Averages, the share of optimal slots, and the best and worst hours of the day in timezone. Part of the plans with analytics; the 403 of the others lists every field of the answer in responseFields. With a weighting, what depends on the score is recomputed; carbon values are not.',
  getForecastArchive:
    'One forecast is issued every hour for the hour in progress and the 48 after it, and kept as it was. Choose a window of issues (issuedFrom, issuedTo) or of forecast hours (targetFrom, targetTo), not both; the rules of the history hold for it: from inclusive, to exclusive, at most 366 days, depth of the plan. actual is what came true and may change with later corrections; everything else of a point never changes. A price or score has no band until 100 errors are known. Nothing archived is 200 with an empty list. Answered as a stream; text/csv and application/x-ndjson hold the points alone, with X-Effective-From and X-Truncated. The score has 1 decimal, everything else 2. With quantity=tariffColor the points are tariff days (targets by their start, 06:00 in Paris): an outlook of the colours is issued whenever it says something new, at least once a day, with the probabilities that /v1/tariff/outlook served; actual is the colour that was published, in CSV the columns blue, white and red stand in place of probabilities.',
  getOutlook:
    'Everything that is forecast of the coming hours in one answer: production-boundary intensity with life-cycle and with direct factors, market price (auctioned, then estimated), score under the national weighting, published signal and tariff colour. low and high are p10 and p90. resolution=15m gives quarter-hours with the prices of the quarter-hourly auction. As many hours as were asked for, the plan reaches and are known; nothing to forecast is 200 with an empty list.',
  getSchedule:
    'The load runs in whole quarter-hours at equal power; the sum of the objective over them is the smallest possible under the constraints. Two of energyKWh, powerKW and durationMinutes are given, or durationMinutes alone. latest beyond the forecast of the plan is capped: servedUntil says so. low and high of a plan, and probabilityBetterThanNow, come from the errors of the forecasts of the last 90 days; until the archive holds 30 of them, from errors that are shipped, and advice says so. yesterday is what the hours that were best yesterday would give today. A load that does not fit is refused with 422, with requiredMinutes and smallestWindow (null when the served forecast holds none). What is unknown is null with its reason in advice.',
  getGridStatus:
    'The operator’s signal for today and up to three days after it, hour by hour, under the Open Licence 2.0. 503 when nothing that was published covers today.',
  getTariffToday:
    'Concerns contracts of that tariff only. color is that of the calendar day in Paris; a tariff day runs from 06:00 to 06:00, and inForce is what applies now. Unknown is null.',
  getTariffOutlook:
    'The tariff day in force and up to six more, none after 31 August. Published colours are certain; the others have probabilities by the method of docs/methodology-tariff-colors.md, exactly 0 or 1 where the rules leave no choice. variant says what they rest on. Issued at every full hour and when a colour or a forecast changes. 503 while a colour of the season is unknown, because what is left of the red and white days follows from all of them.',
  getCoverage:
    'What the history really holds: its first and newest point, the share of the points that there would be by now without gaps, and how many were computed afterwards.',
  getAccuracy:
    'Computed every hour from the archived forecasts as they were issued, never recomputed, and what came true. persistence repeats the newest value that was known at the issue, yesterday the value of the same Paris hour on the newest day that was known; all three are judged on the same hours. Prices that had been published are not judged; hours of less than 200 samples give null. tariffColors judges the archived outlooks of the tariff by day and lead, beside repeating the colour of the day of the issue.',
  getTariffs:
    'The table that costs are reckoned with: price per kWh with all taxes, without the subscription, by the day in Paris from which it holds. unconfirmed prices rest on one secondary source and are served all the same. The operator of an installation may have handed in another table.',
  getPlans: 'The very table that is enforced.',
  getProfiles: 'What the parameter profile takes, and how far own weights may be from a sum of 1.',
  getDashboard:
    'National weighting, no key, limited per client address. The same numbers as those of the other endpoints, written about once a minute: poll it with If-None-Match no more often. score, carbon and signals are null or empty where those endpoints refuse.',
  getEvccExport:
    'For the custom tariff of evcc: forecast with the source http, as it comes. An estimate stands in for prices beyond the auction. quantity=tariff takes the parameters of the tariff as the schedule does, the three-colour tariff by itself; a colour that is not published counts with its probabilities. Where a colour or a price is unknown the series ends.',
  getEmhassExport:
    'An object that EMHASS takes at run time as load_cost_forecast or prod_price_forecast; it holds each value until the next. With quantity=carbon it minimises grams instead of euros, with quantity=tariff what the household pays.',
  getCarbonAwareSdkExport:
    'The members that the web API of the Carbon Aware SDK gives as forecastData, for the zone FR; duration in minutes.',
  getPrometheusExport:
    'One scrape counts as one request: at an interval of 5 minutes 8 928 in a month of 31 days. The grid signal and the colour are gauges of 0 or 1 per value.',
  getCalendarExport:
    'Subscribe to it with the key as password. The best two hours of each Paris day within the reach of the plan, by the national score, in French; an event keeps its UID while a later forecast moves it. White and red days run from 06:00 to 06:00; those that are not published are entries from a probability of 50 % on, tentative and with the probability.',
  getElectricityMapsLatest:
    'The newest published hour of /v1/carbon/intensity with its limits: whole grams, production boundary, life-cycle factors, where the original counts imports. isEstimated is true while a source is late or missing. zone is FR; parameters that are not known are ignored, here and on the other paths of the façade.',
  getElectricityMapsForecast:
    'Hour by hour from the hour in progress on, as far as the plan reaches and without a hole; empty when the present value is unknown.',
  getElectricityMapsHistory:
    'The newest 24 hours that are published, from the points of /v1/score/history and under its rights: each hour has the value of the newest point that describes it.',
  getElectricityMapsPastRange:
    'start inclusive, end exclusive, at most 10 days; as deep as the plan reaches. Hours that nothing is known of are left out.',
  getElectricityMapsZones: 'access lists the paths that the key may ask for: the demo key reaches no past.',
  getStatus: 'When each source was last read and what is expected next; whether the data are live, demo or replay.',
}

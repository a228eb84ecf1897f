import * as v from 'valibot'
import { described } from './values/fields.ts'

/** Every error: code → status, title, and the remedy on its page. The code is stable and machine-readable: `code` and `error` of the body, last part of `type`. */
export const problemTable = {
  missing_api_key: {
    status: 401,
    title: 'API key missing',
    remedy:
      'Send your key in the header X-Api-Key or as Authorization: Bearer, never in the URL. Keys begin with hxw_; the page /plans explains how to get a key.',
  },
  invalid_api_key: {
    status: 401,
    title: 'API key not recognised',
    remedy:
      'Check that the whole key was copied (hxw_ and 32 hexadecimal characters). A key is shown only once, when it is created.',
  },
  revoked_api_key: {
    status: 401,
    title: 'API key revoked',
    remedy: 'This key was revoked by its owner or by the operator. Use another key of the account.',
  },
  expired_api_key: {
    status: 401,
    title: 'API key expired',
    remedy: 'This key has passed its expiry date. Ask the operator for a new key.',
  },
  unknown_parameter: {
    status: 400,
    title: 'Unknown query parameter',
    remedy:
      'Remove the parameter or correct its name. Unknown parameters are refused, because ignoring a misspelt one would give a wrong answer.',
  },
  invalid_parameter: {
    status: 400,
    title: 'Invalid query parameter',
    remedy:
      'The detail names the parameter, the received value and the accepted values. A parameter may appear only once.',
  },
  unknown_profile: {
    status: 400,
    title: 'Unknown weighting profile',
    remedy: 'Use one of the profiles national, carbon, price, grid or balanced, or give the four weights.',
  },
  profile_and_weights_exclusive: {
    status: 400,
    title: 'Profile and weights given together',
    remedy: 'Give either profile or the four weights wPrice, wCarbon, wGrid and wAdequacy, not both.',
  },
  weights_incomplete: {
    status: 400,
    title: 'Incomplete weights',
    remedy: 'Give wPrice, wCarbon, wGrid and wAdequacy together; a weight may be 0.',
  },
  weights_sum_invalid: {
    status: 400,
    title: 'Weights do not sum to 1',
    remedy: 'Choose the four weights so that they sum to 1 (within 0.001).',
  },
  invalid_range: {
    status: 400,
    title: 'Invalid time range',
    remedy: 'The start of the range must be earlier than its end, and not in the future.',
  },
  window_too_large: {
    status: 400,
    title: 'Time range too long',
    remedy: 'Request at most 366 days at once; split a longer period into several requests.',
  },
  infeasible_schedule: {
    status: 422,
    title: 'The load does not fit into the time window',
    remedy:
      'Use a later latest, more segments, a shorter minOnMinutes or a smaller load. The detail and smallestWindow name a window that is long enough.',
  },
  history_depth_exceeded: {
    status: 403,
    title: 'Beyond the history depth of the plan',
    remedy: 'Use a later start, or change to a plan with a deeper history: see upgradeUrl.',
  },
  plan_capability_required: {
    status: 403,
    title: 'Not included in the plan',
    remedy: 'Do without this feature, or change to a plan that includes it: see upgradeUrl.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    remedy:
      'Retry after the number of seconds in Retry-After. The limit of the plan applies in a sliding window of 60 seconds, over all keys of the account; upgradeUrl leads to a plan with a higher limit.',
  },
  upgrade_required: {
    status: 429,
    title: 'Monthly quota used up',
    remedy:
      'Wait for the first day of the next month (UTC), or change to a larger plan: see upgradeUrl; /api/plans lists all plans.',
  },
  demo_limit_exceeded: {
    status: 429,
    title: 'Demo key limit reached',
    remedy: 'The demo key allows a few requests per client address. A free account has its own limits: see upgradeUrl.',
  },
  overage_cap_exceeded: {
    status: 429,
    title: 'Monthly cap reached',
    remedy:
      'The account has used a multiple of its monthly quota. Wait for the first day of the next month (UTC), or change to a larger plan: see upgradeUrl.',
  },
  too_many_streams: {
    status: 429,
    title: 'Too many concurrent streams',
    remedy:
      'Read a streamed or large response to its end, or cancel it, before the next request; the detail gives the number of concurrent streams that are allowed. Retry after the number of seconds in Retry-After.',
  },
  insufficient_data: {
    status: 503,
    title: 'Not enough source data for a reliable value',
    remedy: 'The API serves no value rather than a wrong one. Retry after the number of seconds in Retry-After.',
  },
  service_unavailable: {
    status: 503,
    title: 'Service temporarily unavailable',
    remedy:
      'The request was valid, but an internal service or store is down or too slow. Retry after the number of seconds in Retry-After.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    remedy: 'Compare the path with the list of endpoints. Paths are case-sensitive.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    remedy:
      'The API is read-only: use GET, HEAD or OPTIONS, and POST only for /mcp and the forms below /account. The header Allow lists the methods of the path.',
  },
  not_acceptable: {
    status: 406,
    title: 'No acceptable content type',
    remedy:
      'Accept application/json, text/json or text/plain; history and forecast archive also offer text/csv and application/x-ndjson.',
  },
  uri_too_long: {
    status: 414,
    title: 'URL too long',
    remedy: 'Keep path and query below 8 KiB.',
  },
  header_too_large: {
    status: 431,
    title: 'Request header too large',
    remedy:
      'The detail names the header, its size and the limit. If-None-Match needs only the entity tag of the response that you have cached.',
  },
  invalid_operator_token: {
    status: 401,
    title: 'Operator token missing or not recognised',
    remedy: 'Send the operator token as Authorization: Bearer. The operator port is not part of the public API.',
  },
  conflict: {
    status: 409,
    title: 'Conflict with the current state',
    remedy: 'The detail names the obstacle and what to do first.',
  },
  invalid_body: {
    status: 400,
    title: 'Invalid request body',
    remedy:
      'The detail names the field and the accepted values. Send one JSON object with only the fields of the operation.',
  },
  invalid_signature: {
    status: 400,
    title: 'Signature missing, wrong or too old',
    remedy:
      'This path accepts only signed events of the payment provider. For the operator: check BILLING_WEBHOOK_SECRET and the clock of the server.',
  },
  origin_not_allowed: {
    status: 403,
    title: 'Origin not allowed',
    remedy:
      'Call /mcp from a program, from a page of this installation, or from a page on localhost: a page of another origin must not use your key.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported request content type',
    remedy: 'Send the body as Content-Type: application/json.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    remedy: 'The error is on our side. Send the traceId of this response to the operator.',
  },
} as const satisfies Record<string, { status: number; title: string; remedy: string }>

export type ProblemCode = keyof typeof problemTable

/** Codes that do not occur in the public API: those of the operator port and of the payment webhook. */
export const internalProblemCodes = [
  'invalid_operator_token',
  'conflict',
  'invalid_signature',
] as const satisfies readonly ProblemCode[]

/** Every code, in the order of the table. */
export const problemCodes = Object.keys(problemTable) as ProblemCode[]

/** Codes of the public interface. */
export const publicProblemCodes = problemCodes.filter((code) => !internalProblemCodes.some((other) => other === code))

/** Body of every error: RFC 9457 plus `code`, `error` (same value) and `traceId`. Further members are allowed. */
export const ProblemDetails = described(
  v.looseObject({
    type: described(v.string(), 'URL of the page that explains the code.'),
    title: described(v.string(), 'Short description of the code, the same for every error with this code.'),
    status: described(v.number(), 'HTTP status of the response.'),
    detail: described(v.string(), 'Cause of this error: the parameter, the received value and the accepted values.'),
    instance: described(v.string(), 'Path of the request, without its query.'),
    code: described(v.string(), 'Stable machine-readable code. Use it for decisions in programs.'),
    error: described(v.string(), 'Same value as code.'),
    traceId: described(v.string(), 'Trace id of the request. Send it to the operator when you report the error.'),
  }),
  'Body of every error (RFC 9457). Some codes add members; ignore members that you do not know.',
)
export type ProblemDetails = v.InferOutput<typeof ProblemDetails>

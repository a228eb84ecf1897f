import * as v from 'valibot'
import { described } from './values/fields.ts'

/**
 * Every error of the product: code → status, title, and the remedy on its page.
 * The code is the stable machine-readable word (`code` and `error` of the body, last part of `type`).
 */
export const problemTable = {
  missing_api_key: {
    status: 401,
    title: 'API key missing',
    remedy:
      'Send your key in the header X-Api-Key, or as Authorization: Bearer, never in the address. Keys begin with hxw_; the page /plans says how to get one.',
  },
  invalid_api_key: {
    status: 401,
    title: 'API key not recognised',
    remedy: 'Check that the whole key was copied (hxw_ and 32 hexadecimal characters). A key is shown once, when made.',
  },
  revoked_api_key: {
    status: 401,
    title: 'API key revoked',
    remedy: 'This key was revoked by its owner or by the operator. Use another key of the account.',
  },
  expired_api_key: {
    status: 401,
    title: 'API key expired',
    remedy: 'The validity of this key has run out. Ask the operator for another key.',
  },
  unknown_parameter: {
    status: 400,
    title: 'Query parameter not known',
    remedy: 'Remove or correct the parameter. The endpoint answers only what it was really asked.',
  },
  invalid_parameter: {
    status: 400,
    title: 'Query parameter not valid',
    remedy:
      'The detail names the parameter, what was received and what is accepted. A parameter may be given once only.',
  },
  unknown_profile: {
    status: 400,
    title: 'Weighting profile not known',
    remedy: 'Use one of the profiles national, carbon, price, grid or balanced, or the four weights instead.',
  },
  profile_and_weights_exclusive: {
    status: 400,
    title: 'Profile and weights given together',
    remedy: 'Give either profile, or the four weights wPrice, wCarbon, wGrid and wAdequacy.',
  },
  weights_incomplete: {
    status: 400,
    title: 'Not all four weights given',
    remedy: 'Give wPrice, wCarbon, wGrid and wAdequacy together; a weight may be 0.',
  },
  weights_sum_invalid: {
    status: 400,
    title: 'Weights do not sum to 1',
    remedy: 'Choose the four weights so that they sum to 1 (within 0.001).',
  },
  invalid_range: {
    status: 400,
    title: 'Range not valid',
    remedy: 'from must be earlier than to, and not in the future.',
  },
  window_too_large: {
    status: 400,
    title: 'Window too large',
    remedy: 'Ask for at most 366 days at once; longer periods come in several requests.',
  },
  infeasible_schedule: {
    status: 422,
    title: 'The load does not fit into the window',
    remedy:
      'Choose a later latest, more pieces, a shorter minOnMinutes or a smaller load: the detail and smallestWindow say which window would do.',
  },
  history_depth_exceeded: {
    status: 403,
    title: 'Further back than this plan reaches',
    remedy: 'Choose a later from, or change to a plan with a deeper history: see upgradeUrl.',
  },
  plan_capability_required: {
    status: 403,
    title: 'Not part of this plan',
    remedy: 'Use the endpoint without this capability, or change to a plan that has it: see upgradeUrl.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    remedy:
      'Ask again after the seconds in Retry-After. The limit of the plan holds in a sliding window of 60 seconds, over all keys of the account; upgradeUrl leads to a plan with a higher one.',
  },
  upgrade_required: {
    status: 429,
    title: 'Monthly volume used up',
    remedy:
      'Wait for the first of next month (UTC), or change to a larger plan: see upgradeUrl; /api/plans lists them.',
  },
  demo_limit_exceeded: {
    status: 429,
    title: 'Limit of the demo key reached',
    remedy: 'The demo key allows a few requests per address. A free account has limits of its own: see upgradeUrl.',
  },
  overage_cap_exceeded: {
    status: 429,
    title: 'Safety cap of the month reached',
    remedy:
      'The account has used its monthly quota several times over. Wait for the first of next month (UTC), or change plan: see upgradeUrl.',
  },
  too_many_streams: {
    status: 429,
    title: 'Too many answers being read at once',
    remedy:
      'Read a streamed or large answer to its end, or cancel it, before asking for the next; the detail says how many may be read at once. Ask again after the seconds in Retry-After.',
  },
  insufficient_data: {
    status: 503,
    title: 'Not enough upstream data for a reliable value',
    remedy: 'No value is served rather than a wrong one. Ask again after the seconds in Retry-After.',
  },
  service_unavailable: {
    status: 503,
    title: 'An internal service or store is down or late',
    remedy: 'Ask again after the seconds in Retry-After. The request itself was fine.',
  },
  not_found: {
    status: 404,
    title: 'No such resource',
    remedy: 'Check the path against the list of endpoints. Paths are case-sensitive.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    remedy:
      'The API is read-only: use GET (or HEAD, OPTIONS), and POST only for /mcp and the forms of /account. Allow names the methods of the path.',
  },
  not_acceptable: {
    status: 406,
    title: 'No acceptable content type',
    remedy: 'Accept application/json, text/json or text/plain; for the history also text/csv or application/x-ndjson.',
  },
  uri_too_long: {
    status: 414,
    title: 'Address too long',
    remedy: 'Keep the path and query below 8 KiB.',
  },
  header_too_large: {
    status: 431,
    title: 'Request header too large',
    remedy:
      'The detail names the header, its size and what is accepted. One entity tag is enough in If-None-Match: that of the answer you keep.',
  },
  invalid_operator_token: {
    status: 401,
    title: 'Operator token missing or not recognised',
    remedy:
      'Send the token of the operator listener as Authorization: Bearer. This listener is not part of the public API.',
  },
  conflict: {
    status: 409,
    title: 'Not possible as things stand',
    remedy: 'The detail says what stands in the way, and what to do first.',
  },
  invalid_body: {
    status: 400,
    title: 'Request body not valid',
    remedy:
      'The detail names the field, and what is accepted. Send one JSON object with the fields of the operation only.',
  },
  invalid_signature: {
    status: 400,
    title: 'Signature missing, wrong or too old',
    remedy:
      'This path accepts only signed events of the payment provider. The operator checks BILLING_WEBHOOK_SECRET and the clock of the gateway.',
  },
  origin_not_allowed: {
    status: 403,
    title: 'Not for pages of other origins',
    remedy:
      'Call /mcp from a program, from a page of this installation or from one on your own machine: a page elsewhere must not act with a key.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Content type of the request not supported',
    remedy: 'Send the body as Content-Type: application/json.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    remedy: 'This is our fault. Quote the traceId of the body to the operator.',
  },
} as const satisfies Record<string, { status: number; title: string; remedy: string }>

export type ProblemCode = keyof typeof problemTable

/** Codes outside of the public interface: of the operator's listener, and of the webhook of the payment provider. */
export const internalProblemCodes = [
  'invalid_operator_token',
  'conflict',
  'invalid_signature',
] as const satisfies readonly ProblemCode[]

/** Every code, in the order of the table. */
export const problemCodes = Object.keys(problemTable) as ProblemCode[]

/** Codes of the public interface. */
export const publicProblemCodes = problemCodes.filter((code) => !internalProblemCodes.some((other) => other === code))

/** Body of every error: RFC 9457 plus `code`, `error` (the same word) and `traceId`. Extra members are allowed. */
export const ProblemDetails = described(
  v.looseObject({
    type: described(v.string(), 'Address of the page that explains the code.'),
    title: described(v.string(), 'The code in words; the same for every problem of the code.'),
    status: described(v.number(), 'HTTP status of the answer.'),
    detail: described(
      v.string(),
      'What was wrong with this request: the parameter, what was received, what is accepted.',
    ),
    instance: described(v.string(), 'Path of the request, without its query.'),
    code: described(v.string(), 'Stable machine word: decide by it.'),
    error: described(v.string(), 'The same word as code.'),
    traceId: described(v.string(), 'Trace of the request: quote it to the operator.'),
  }),
  'Body of every error (RFC 9457). Some codes add members; ignore those you do not know.',
)
export type ProblemDetails = v.InferOutput<typeof ProblemDetails>

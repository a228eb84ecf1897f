import { createHmac } from 'node:crypto'
import { maxRequestsPerMinute, type PlanTable } from '@hexawatt/shared/contract/plans'
import type { RequestContext } from '../http/request-context.ts'
import type { LimitSubject } from '../limits/quota.ts'
import { addressPrefixes, ipv6PrefixBits, type parseTrustedProxies } from './address-prefix.ts'

/** Characters of a hash that are kept: 128 bits. */
const hashLength = 32

/** How many times the limits of a client's address hold for the blocks around it, narrowest first: 1, 4 and 16 (decisions §2). */
const blockFactors = ipv6PrefixBits.map((bits) => 2 ** ((ipv6PrefixBits[0] - bits) / 4))

/** States that clients share when there is no room for their own; each has the limits of the widest block. */
const sharedStates = 1_024
/** Hexadecimal digits of a hash that choose a shared state. */
const sharedDigits = 8

export type ClientSubjectsDeps = {
  trustedProxies: ReturnType<typeof parseTrustedProxies>
  /** Makes hashes of addresses useless to whoever reads them. */
  addressSecret: string
  planTable: Pick<PlanTable, 'anonymous' | 'demo'>
}

/** Who is counted when there is no account: client addresses and the blocks around them, which are stored as keyed hashes only. */
export function createClientSubjects({ trustedProxies, addressSecret, planTable }: ClientSubjectsDeps) {
  const { anonymous, demo } = planTable

  /** @param limitsOf what an address has so many times */
  function subjectOf(
    { request, server }: RequestContext,
    limitsOf: (factor: number) => Omit<LimitSubject, 'id'>,
  ): LimitSubject {
    const peer = server?.requestIP(request)?.address ?? null
    const [prefix, ...blocks] = addressPrefixes(peer, request.headers.get('x-forwarded-for'), trustedProxies)
    const id = hashOf(prefix)
    const wider = blocks.map((block, i) => ({ ...limitsOf(blockFactors[i + 1] ?? 1), id: hashOf(block) }))
    // By the widest block: its owner fills one shared state and not all of them.
    const widestId = wider.at(-1)?.id ?? id
    const sharedId = `shared-${Number.parseInt(widestId.slice(0, sharedDigits), 16) % sharedStates}`
    return { ...limitsOf(1), id, wider, shared: { ...limitsOf(blockFactors.at(-1) ?? 1), id: sharedId } }
  }

  function hashOf(prefix: string): string {
    return createHmac('sha256', addressSecret).update(prefix).digest('hex').slice(0, hashLength)
  }

  return {
    /** Who sends requests without a valid key. */
    anonymous: (context: RequestContext): LimitSubject =>
      subjectOf(context, (factor) => ({
        kind: 'anonymous',
        requestsPerMinute: Math.min(anonymous.requestsPerMinute * factor, maxRequestsPerMinute),
        month: null,
      })),
    /** Who uses the public demo key. */
    demo: (context: RequestContext): LimitSubject =>
      subjectOf(context, (factor) => ({
        kind: 'demo',
        requestsPerMinute: Math.min(demo.requestsPerMinute * factor, maxRequestsPerMinute),
        month: { quota: demo.requestsPerMonth * factor, cap: demo.requestsPerMonth * factor },
      })),
  }
}
export type ClientSubjects = ReturnType<typeof createClientSubjects>

import { createHmac } from 'node:crypto'
import type { PlanTable } from '@hexawatt/shared/contract/plans'
import type { RequestContext } from '../edge/request-context.ts'
import type { LimitSubject } from '../limits/quota.ts'
import { addressPrefix, type parseTrustedProxies } from './address-prefix.ts'

/** Characters of a hash that are kept: 128 bits. */
const hashLength = 32

export type ClientSubjectsDeps = {
  trustedProxies: ReturnType<typeof parseTrustedProxies>
  /** Makes hashes of addresses useless to whoever reads them. */
  addressSecret: string
  planTable: Pick<PlanTable, 'anonymous' | 'demo'>
}

/** Who is counted when there is no account: client addresses, which are stored as keyed hashes only. */
export function createClientSubjects({ trustedProxies, addressSecret, planTable }: ClientSubjectsDeps) {
  const { anonymous, demo } = planTable

  function addressHash({ request, server }: RequestContext): string {
    const peer = server?.requestIP(request)?.address ?? null
    const prefix = addressPrefix(peer, request.headers.get('x-forwarded-for'), trustedProxies)
    return createHmac('sha256', addressSecret).update(prefix).digest('hex').slice(0, hashLength)
  }
  return {
    /** Who sends requests without a valid key. */
    anonymous(context: RequestContext): LimitSubject {
      return {
        kind: 'anonymous',
        id: addressHash(context),
        requestsPerMinute: anonymous.requestsPerMinute,
        month: null,
      }
    },
    /** Who uses the public demo key. */
    demo(context: RequestContext): LimitSubject {
      return {
        kind: 'demo',
        id: addressHash(context),
        requestsPerMinute: demo.requestsPerMinute,
        month: { quota: demo.requestsPerMonth, cap: demo.requestsPerMonth },
      }
    },
  }
}
export type ClientSubjects = ReturnType<typeof createClientSubjects>

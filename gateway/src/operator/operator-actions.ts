import { AppError } from '@hexawatt/shared/errors/app-error'
import { changeExpiry, createKey, type KeyAdministration, revokeKey, rotateKey } from '../accounts/account-changes.ts'
import { isKeyId } from '../accounts/account-names.ts'
import { createdKeyBody, isoSecondsOrNull, listedKeyBodies, rotatedKeyBody } from '../accounts/key-bodies.ts'
import { maxListedKeys } from '../auth/key-store.ts'
import { ExpiryBody, NewKeyBody, NoBody, RotationBody } from './bodies.ts'
import type { OperatorAction } from './operate.ts'
import { readBody } from './request-input.ts'
import { printable, readQuery } from './request-query.ts'

/** What an operator does with keys. Each action throws AppError or KeyRefusedError. */
export function createKeyActions(administration: KeyAdministration) {
  return {
    async create(request) {
      const input = await readBody(request, NewKeyBody)
      const created = await createKey(administration, input)
      const { keyId, accountId, plan, toldGateways } = created
      const body = { ...createdKeyBody(created), expiresAt: isoSecondsOrNull(input.expiresAt), toldGateways }
      return { status: 201, body, concerned: { keyId, accountId, plan } }
    },
    async list(request) {
      const { account } = readQuery(request.url, ['account'])
      const keys = await administration.store.list(account ?? null)
      const body = { keys: listedKeyBodies(keys, Temporal.Now.instant()), isTruncated: keys.length === maxListedKeys }
      return { body }
    },
    async rotate(request, id) {
      const { overlapHours } = await readBody(request, RotationBody)
      const rotated = await rotateKey(administration, { selector: { keyId: requireKeyId(id) }, overlapHours })
      const { keyId, accountId, replaced, toldGateways } = rotated
      const body = { ...rotatedKeyBody(rotated), toldGateways }
      return { status: 201, body, concerned: { keyId, accountId, replacedKeyId: replaced.keyId } }
    },
    async revoke(request, id) {
      await readBody(request, NoBody)
      const { sha256: _, ...body } = await revokeKey(administration, { keyId: requireKeyId(id) })
      return { body, concerned: { keyId: body.keyId, accountId: body.accountId } }
    },
    async changeExpiry(request, id) {
      const { expiresAt } = await readBody(request, ExpiryBody)
      const change = { selector: { keyId: requireKeyId(id) }, expiresAt }
      const { sha256: _, ...moved } = await changeExpiry(administration, change)
      const body = { ...moved, expiresAt: isoSecondsOrNull(moved.expiresAt) }
      return { body, concerned: { keyId: moved.keyId, accountId: moved.accountId } }
    },
  } satisfies Record<string, OperatorAction>
}

function requireKeyId(text: string): string {
  if (isKeyId(printable('keyId in the path', text))) return text
  throw new AppError('not_found', { detail: 'No such key: the path takes the id of a key (key_…).' })
}

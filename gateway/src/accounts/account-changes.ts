import { createApiKey, fingerprint } from '../auth/api-key.ts'
import type { CreatedKey, KeyStore } from '../auth/key-store.ts'
import type { TellGateways } from '../auth/publish-key-change.ts'
import type { KeySelector } from './account-names.ts'
import type { ExpiryChange, MovedExpiry } from './expiry-change.ts'
import type { NewKey } from './key-creation.ts'
import type { RevokedKey } from './key-revocation.ts'
import type { RotatedKey, Rotation } from './key-rotation.ts'
import type { MovedPlan, PlanChange } from './plan-change.ts'

/** What the command line and the operator's listener change keys with. */
export type KeyAdministration = { store: KeyStore; tellGateways: TellGateways }

/** Whether running gateways were told of a change. */
export type Told = { toldGateways: boolean }

/** A key in full: shown once, stored nowhere. */
export type WithKey = { key: string }

/** Makes a key. @throws KeyRefusedError as the store does, here and below */
export async function createKey(
  { store, tellGateways }: KeyAdministration,
  input: Omit<NewKey, 'fingerprint'>,
): Promise<CreatedKey & WithKey & Told> {
  const key = createApiKey()
  const print = fingerprint(key)
  const created = await store.create({ ...input, fingerprint: print })
  return { ...created, key, toldGateways: await tellGateways([print.sha256]) }
}

/** Makes a key that takes the place of another, which stays valid for the overlap. */
export async function rotateKey(
  { store, tellGateways }: KeyAdministration,
  input: Omit<Rotation, 'fingerprint'>,
): Promise<RotatedKey & WithKey & Told> {
  const key = createApiKey()
  const print = fingerprint(key)
  const rotated = await store.rotate({ ...input, fingerprint: print })
  return { ...rotated, key, toldGateways: await tellGateways([print.sha256, rotated.replaced.sha256]) }
}

/** Ends a key now and for good. */
export async function revokeKey(
  { store, tellGateways }: KeyAdministration,
  selector: KeySelector,
): Promise<RevokedKey & Told> {
  const revoked = await store.revoke(selector)
  return { ...revoked, toldGateways: await tellGateways([revoked.sha256]) }
}

/** Gives a key another end, or none. */
export async function changeExpiry(
  { store, tellGateways }: KeyAdministration,
  input: ExpiryChange,
): Promise<MovedExpiry & Told> {
  const moved = await store.changeExpiry(input)
  return { ...moved, toldGateways: await tellGateways([moved.sha256]) }
}

/** Puts an account on another plan. */
export async function changePlan(
  { store, tellGateways }: KeyAdministration,
  input: PlanChange,
): Promise<MovedPlan & Told> {
  const moved = await store.changePlan(input)
  return { ...moved, toldGateways: await tellGateways(moved.sha256s) }
}

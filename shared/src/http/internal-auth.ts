import { Elysia } from 'elysia'
import { createAdmitGateway } from './principal.ts'

/**
 * Admits only the gateway; any other request gets a plain 404. Guards the routes registered after it, which find the principal in their context.
 */
export function internalAuth(acceptedTokens: readonly string[]) {
  const admitGateway = createAdmitGateway(acceptedTokens)
  return new Elysia({ name: 'internal-auth', seed: {} }).resolve({ as: 'scoped' }, ({ request: { headers } }) => ({
    principal: admitGateway(headers),
  }))
}

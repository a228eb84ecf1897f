import { generousPlanTable } from '@hexawatt/gateway/src/testing/gateway-fixture.ts'
import { createApiKey } from '@hexawatt/shared/keys/api-key'
import { startServedSystem } from '../../gateway/testing/served-system-fixture.ts'

const base = '/compat/electricitymaps'

/** The whole product with everything to serve, a key of the largest and of the smallest plan, and the demo key. */
export async function startElectricityMaps() {
  const demoKey = createApiKey()
  // The demo key is limited by the address, and all tests have one.
  const demo = { ...generousPlanTable.demo, requestsPerMinute: 1_000, requestsPerMonth: 1_000 }
  const seams = { planTable: { ...generousPlanTable, demo } }
  const system = await startServedSystem({ settings: { DEMO_API_KEY: demoKey }, seams })
  const [key, freeKey] = await Promise.all([system.createKey('scale'), system.createKey('decouverte')])
  return {
    system,
    key,
    freeKey,
    demoKey,
    /** Asks for a path below the façade, of version 3 unless it names another, as the largest plan unless the headers say another. */
    ask: (path: string, headers: Record<string, string> = { 'auth-token': key }, method = 'GET') =>
      fetch(`${system.gatewayUrl}${base}/${path.startsWith('v4/') ? path : `v3/${path}`}`, { method, headers }),
  }
}
export type ElectricityMapsFixture = Awaited<ReturnType<typeof startElectricityMaps>>

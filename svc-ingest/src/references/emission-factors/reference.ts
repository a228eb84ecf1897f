import { factorLicense, factorSource, seedFactorSet } from '@hexawatt/shared/methodology/emission-factors'
import { hourMs } from '@hexawatt/shared/time/instant'
import type { ReferenceDefinition } from '../reference.ts'
import { seedFactors, storeFactorSet } from './factor-set-store.ts'
import { fetchFactorDatabase } from './lines-client.ts'
import { readProductionLines } from './payload.ts'
import { selectFactors } from './select-factors.ts'

/** Emission factors of the national agency's database, from its open, keyless API. */
export function emissionFactors(baseUrl: URL): ReferenceDefinition {
  return {
    id: 'emission_factors',
    pollEveryMs: 24 * hourMs,
    seed: ({ sql }) => seedFactors(sql, seedFactorSet),
    async fetch(deps, signal) {
      const database = await fetchFactorDatabase(deps, baseUrl, signal)
      const { version: databaseVersion, bodies, origin } = database
      const { readable, unreadable, reasons } = readProductionLines(database.lines)
      const factors = selectFactors(readable)
      return {
        bodies,
        origin,
        elements: { taken: readable.length, unreadable, reasons },
        async store() {
          const now = deps.clock.now()
          const release = { source: factorSource, license: factorLicense, databaseVersion }
          const changed = await storeFactorSet(deps.sql, { ...release, lastSyncedAt: now.toString(), factors }, now)
          if (changed) deps.logger.info({ databaseVersion }, 'emission factors changed')
        },
      }
    },
  }
}

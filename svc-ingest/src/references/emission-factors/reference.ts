import { factorLicense, factorSource, seedFactorSet } from '@hexawatt/shared/methodology/emission-factors'
import { hourMs } from '@hexawatt/shared/time/instant'
import type { ReferenceDefinition } from '../reference.ts'
import { seedFactors, storeFactorSet } from './factor-set-store.ts'
import { fetchFactorDatabase } from './lines-client.ts'
import { selectFactors } from './select-factors.ts'

/** Emission factors of the national agency's database, from its open, keyless API. */
export function emissionFactors(baseUrl: URL): ReferenceDefinition {
  return {
    id: 'emission_factors',
    pollEveryMs: 24 * hourMs,
    seed: ({ sql }) => seedFactors(sql, seedFactorSet),
    async synchronise(deps, signal) {
      const database = await fetchFactorDatabase(deps, baseUrl, signal)
      const now = deps.clock.now()
      const set = {
        source: factorSource,
        license: factorLicense,
        databaseVersion: database.version,
        lastSyncedAt: now.toString(),
        factors: selectFactors(database.lines),
      }
      const changed = await storeFactorSet(deps.sql, set, now)
      if (changed) deps.logger.info({ databaseVersion: database.version }, 'emission factors changed')
      return { changed, bodies: database.bodies, origin: database.origin }
    },
  }
}

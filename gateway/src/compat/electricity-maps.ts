import type { CachedBody } from '@hexawatt/shared/http/bodies/cached-body'
import { formatCacheControl } from '@hexawatt/shared/http/cache-lifetime'
import { createWeakTag } from '@hexawatt/shared/http/conditional'
import { demoRights } from '../auth/caller.ts'
import { type CurrentAnswersDeps, createCurrentAnswers } from './current-answers.ts'
import { encodeFacadeBody, makeZonesBody } from './facade-bodies.ts'
import { createPastAnswers, type PastAnswersDeps } from './past-answers.ts'
import type { Admitted, FacadeId } from './source-request.ts'

/** `max-age` of the zones, s: their content depends only on the key. */
const zonesMaxAgeSeconds = 3_600

export type ElectricityMapsDeps = CurrentAnswersDeps & PastAnswersDeps

/**
 * Makes the answers of the Electricity Maps façade from the answers of other operations: keys, limits, rights, versions and refusals are those of the other
 * operations. Both versions of the interface have the same answers.
 */
export function createElectricityMaps(deps: ElectricityMapsDeps) {
  const current = createCurrentAnswers(deps)
  const past = createPastAnswers(deps)

  function answerZones({ operation, caller }: Admitted): CachedBody {
    const body = makeZonesBody(operation.path, caller.rights === demoRights, deps.zone)
    const headers = {
      etag: createWeakTag(JSON.stringify(body)),
      'cache-control': formatCacheControl(zonesMaxAgeSeconds),
    }
    return encodeFacadeBody(operation, headers, body)
  }

  return {
    getElectricityMapsLatest: current.latest,
    getElectricityMapsForecast: current.forecast,
    getElectricityMapsHistory: past.history,
    getElectricityMapsPast: past.hour,
    getElectricityMapsPastRange: past.range,
    getElectricityMapsLevel: current.level,
    getElectricityMapsPowerBreakdown: current.powerBreakdown,
    getElectricityMapsHomeAssistant: current.homeAssistant,
    getElectricityMapsZones: answerZones,
    getElectricityMapsV4Latest: current.latest,
    getElectricityMapsV4Forecast: current.forecast,
    getElectricityMapsV4History: past.history,
    getElectricityMapsV4Past: past.hour,
    getElectricityMapsV4PastRange: past.range,
    getElectricityMapsV4Level: current.level,
    getElectricityMapsV4Mix: current.mix,
    getElectricityMapsV4Zones: answerZones,
  } satisfies Record<FacadeId, (admitted: Admitted) => CachedBody | Promise<CachedBody>>
}

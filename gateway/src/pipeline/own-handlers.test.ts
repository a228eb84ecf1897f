import { expect, test } from 'bun:test'
import { operations } from '@hexawatt/shared/contract/operations'
import { createCachedBody } from '@hexawatt/shared/http/bodies/cached-body'
import type { OwnHandlers } from './admitted-request.ts'

const handle: OwnHandlers[keyof OwnHandlers] = () => createCachedBody({}, new Uint8Array())

const complete: OwnHandlers = {
  getPlans: handle,
  getProfiles: handle,
  getStatus: handle,
  getDashboard: handle,
  getElectricityMapsLatest: handle,
  getElectricityMapsForecast: handle,
  getElectricityMapsHistory: handle,
  getElectricityMapsPast: handle,
  getElectricityMapsPastRange: handle,
  getElectricityMapsLevel: handle,
  getElectricityMapsPowerBreakdown: handle,
  getElectricityMapsHomeAssistant: handle,
  getElectricityMapsZones: handle,
  getElectricityMapsV4Latest: handle,
  getElectricityMapsV4Forecast: handle,
  getElectricityMapsV4History: handle,
  getElectricityMapsV4Past: handle,
  getElectricityMapsV4PastRange: handle,
  getElectricityMapsV4Level: handle,
  getElectricityMapsV4Mix: handle,
  getElectricityMapsV4Zones: handle,
}

type CanStandFor<Given, Wanted> = Given extends Wanted ? true : false
/** Compiles only as long as a missing handler does not. */
const canLackHandlers: CanStandFor<Omit<OwnHandlers, 'getElectricityMapsZones'>, OwnHandlers> = false

test('the operations of the gateway are exactly those whose handlers the types require', () => {
  const own = operations.filter(({ owner }) => owner === 'gateway').map(({ id }) => id)
  expect(Object.keys(complete).toSorted()).toEqual(own.toSorted())
  expect(canLackHandlers).toBe(false)
})

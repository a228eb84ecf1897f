import { describe, expect, test } from 'bun:test'
import { parseEnv } from '@hexawatt/shared/config/parse-env'
import { neighbourMixIds } from '@hexawatt/shared/grid/publishers'
import { Env, isSourcePolled } from '../env.ts'
import { regulatedPrices } from './cre/regulated-prices.ts'
import { weather } from './open-meteo/weather.ts'
import { isOpenSource, sources } from './registry.ts'

const openSources = sources.filter(isOpenSource)
const stores = { DATABASE_URL: 'postgres://u:p@127.0.0.1/x', REDIS_URL: 'redis://127.0.0.1', INTERNAL_PORT: '1' }
const credentials = { RTE_CLIENT_ID: 'id', RTE_CLIENT_SECRET: 'secret' }
const upstream = 'http://127.0.0.1:8081'

/** Ids of the datasets that an installation with these settings reads. */
function datasetsOf(settings: Readonly<Record<string, string>>): string[] {
  const env = parseEnv(Env, { ...stores, ...settings })
  return openSources.filter((source) => isSourcePolled(env, source)).map(({ id }) => id)
}

test('real modes read every dataset, the regional ones too', () => {
  const all = openSources.map(({ id }) => id)
  expect(all).toContain('odre_regional')
  expect(datasetsOf({ DATA_MODE: 'open' })).toEqual(all)
  expect(datasetsOf({ DATA_MODE: 'live', ...credentials })).toEqual(all)
})

test('a live installation without fallback sources, or on another upstream than the operator’s, asks only the publishers that it names', () => {
  expect(datasetsOf({ DATA_MODE: 'live', ...credentials, OPEN_SPARES: 'off' })).toEqual([])
  expect(datasetsOf({ DATA_MODE: 'live', ...credentials, RTE_BASE_URL: upstream })).toEqual([])
})

test('demo data: the mixes of the neighbours too, from the upstream of the operator’s feeds only; a recorded grid has none', () => {
  const settings = {
    ...credentials,
    RTE_BASE_URL: upstream,
    OPEN_ENERGY_CHARTS_BASE_URL: `${upstream}/open/energy-charts`,
  }
  expect(datasetsOf({ ...settings, DATA_MODE: 'demo' })).toEqual(Object.values(neighbourMixIds))
  expect(datasetsOf({ ...settings, DATA_MODE: 'replay' })).toEqual([])
  expect(
    datasetsOf({ ...settings, DATA_MODE: 'demo', OPEN_ENERGY_CHARTS_BASE_URL: 'https://api.energy-charts.info' }),
  ).toEqual([])
})

test.each(['demo', 'replay'])('%s data: the regions, and only from the upstream of the operator’s feeds', (mode) => {
  const demo = { DATA_MODE: mode, ...credentials, RTE_BASE_URL: upstream }
  expect(datasetsOf({ ...demo, OPEN_ODRE_BASE_URL: `${upstream}/open/odre` })).toEqual(['odre_regional'])
  expect(datasetsOf(demo)).toEqual([])
  expect(datasetsOf({ ...demo, OPEN_ODRE_BASE_URL: 'https://odre.opendatasoft.com' })).toEqual([])
  expect(datasetsOf({ ...demo, OPEN_ODRE_BASE_URL: 'http://127.0.0.1:9/open/odre' })).toEqual([])
})

describe('the weather', () => {
  const isRead = (settings: Readonly<Record<string, string>>): boolean =>
    isSourcePolled(parseEnv(Env, { ...stores, ...settings }), weather)

  test.each(['open', 'live', 'demo'])('is off in %s mode until a server is named', (mode) => {
    expect(isRead({ DATA_MODE: mode, ...credentials, RTE_BASE_URL: upstream })).toBe(false)
    expect(isRead({ DATA_MODE: mode, ...credentials, RTE_BASE_URL: upstream, WEATHER_URL: 'off' })).toBe(false)
    expect(
      isRead({ DATA_MODE: mode, ...credentials, RTE_BASE_URL: upstream, WEATHER_URL: `${upstream}/open/open-meteo` }),
    ).toBe(true)
  })

  test('of a real server is read on real data only', () => {
    const real = { ...credentials, WEATHER_URL: 'https://api.open-meteo.com' }
    expect(isRead({ ...real, DATA_MODE: 'live' })).toBe(true)
    expect(isRead({ ...real, DATA_MODE: 'demo', RTE_BASE_URL: upstream })).toBe(false)
    expect(isRead({ ...real, DATA_MODE: 'replay', RTE_BASE_URL: upstream })).toBe(false)
  })
})

describe('the regulated prices', () => {
  const areRead = (settings: Readonly<Record<string, string>>): boolean =>
    isSourcePolled(parseEnv(Env, { ...stores, ...credentials, ...settings }), regulatedPrices)
  const mirror = { REGULATED_PRICES_BASE_URL: 'https://mirror.example.org' }

  test('are read in both real modes, from the regulator or a mirror', () => {
    for (const mode of ['open', 'live'])
      for (const settings of [{}, mirror]) expect(areRead({ DATA_MODE: mode, ...settings })).toBe(true)
  })

  test('are read on invented data from the upstream of the operator’s feeds only', () => {
    const demo = { DATA_MODE: 'demo', RTE_BASE_URL: upstream }
    expect(areRead({ ...demo, REGULATED_PRICES_BASE_URL: `${upstream}/open/cre` })).toBe(true)
    expect([areRead(demo), areRead({ ...demo, ...mirror })]).toEqual([false, false])
  })

  test('a live installation on another upstream than the operator’s reads them where it names their address', () => {
    const live = { DATA_MODE: 'live', RTE_BASE_URL: upstream }
    expect([areRead(live), areRead({ ...live, ...mirror })]).toEqual([false, true])
  })
})

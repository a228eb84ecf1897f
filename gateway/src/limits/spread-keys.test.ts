import { expect, test } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { buildLimitStateKey, limitTagCount } from '@hexawatt/shared/redis/keys'
import { createClientSubjects, parseTrustedProxies } from '../auth/client-subjects.ts'
import { createRequestContext } from '../http/request-context.ts'
import { changeRequest, restoreRequest, takeRequest } from './exact/limit-request.ts'
import { getMonthAt, type LimitSubject } from './quota/quota.ts'
import { verdicts } from './quota/reading.ts'
import { createSubject, useLimitScript } from './testing/limit-script-fixture.ts'

const { run } = await useLimitScript()

const placeOf = (key: string) => key.match(/^\{hexawatt:\d+\}/)?.[0]

test('accounts are spread evenly over 64 hash tags', () => {
  const places = Map.groupBy(
    Array.from({ length: 6_400 }, (_, i) => buildLimitStateKey({ kind: 'account', id: `acc_${i}` })),
    placeOf,
  )
  expect(places.size).toBe(limitTagCount)
  for (const keys of places.values()) {
    expect(keys.length).toBeGreaterThan(60)
    expect(keys.length).toBeLessThan(150)
  }
})

test('the hash tag of an account never changes, because another tag would start another count', () => {
  expect(buildLimitStateKey({ kind: 'account', id: 'acc_1' })).toBe('{hexawatt:21}:limit:v3:a:acc_1')
})

test('the states of an account share one hash tag, and so do an address and its blocks', () => {
  const account = createSubject('account', 10)
  const month = getMonthAt(Date.now() / 1_000).index
  const ofAccount = [
    takeRequest(account),
    changeRequest(account, month, 1),
    restoreRequest(account, month, { requests: 1, overage: new Map() }),
  ]
  expect(new Set(ofAccount.flatMap(({ keys }) => keys)).size).toBe(1)
  const subjects = createClientSubjects({
    trustedProxies: parseTrustedProxies(''),
    addressSecret: 'a secret that hashes client addresses',
    planTable: defaultPlanTable,
  })
  for (let network = 0; network < 50; network += 1) {
    const address = `2001:db8:${network.toString(16)}:1::1`
    const subject = subjects.demo(createRequestContext(new Request('http://x/'), { requestIP: () => ({ address }) }))
    const { keys, tag } = takeRequest(subject)
    expect(keys).toHaveLength(3)
    expect(new Set(keys.map(placeOf)).size).toBe(1)
    expect(keys.every((key) => placeOf(key) === `{hexawatt:${tag}}`)).toBe(true)
  }
})

test('one call serves many hash tags, and each tag has its own address bound', async () => {
  const now = Date.UTC(2096, 10, 1) / 1_000
  const address = (placedBy: string): LimitSubject => ({ ...createSubject('anonymous', 5), placedBy })
  const places = ['a', 'b', 'c']
  const asking = places.flatMap((place) => [address(place), address(place), address(place)])
  const readings = await run(
    now,
    asking.map((subject) => takeRequest(subject)),
    2,
  )
  const ofOnePlace = [verdicts.passed, verdicts.passed, verdicts.tooManyAddresses]
  expect(readings.map(({ verdict }) => verdict)).toEqual([...ofOnePlace, ...ofOnePlace, ...ofOnePlace])
})

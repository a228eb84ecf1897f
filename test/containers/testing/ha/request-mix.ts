import { documentedPaths } from '../../../../deploy/smoke-test/answers.ts'
import { call, createKey, type Fixture } from '../../../../deploy/smoke-test/smoke-fixture.ts'
import type { AccountLoad } from '../../../distributed/testing/load.ts'

/** Requests a second over all endpoints. */
const perSecond = 20
/** Public endpoints need no key; a client without one has 60 requests a minute. */
const perSecondWithoutKey = 0.8
/** Longest time until the first data are there, ms. */
const dataWithinMs = 60_000

const isPublic = (path: string): boolean => path.startsWith('/api/')

/** Keys of as many accounts. */
export async function createKeys(fixture: Fixture, count: number): Promise<string[]> {
  const keys: string[] = []
  // One after the other: a command takes a quarter of the memory of svc-web's container.
  for (let index = 1; index <= count; index += 1) keys.push(await createKey(fixture, `Drill ${index}`, 'scale'))
  return keys
}

/**
 * The documented paths that answer with data. A path whose data the demo has not ingested after a minute (a past hour, when an instance is young) is left
 * out: it answers 503 `insufficient_data` also without any failure.
 *
 * @throws when more than three are left out
 */
export async function findAnsweringPaths(fixture: Fixture, keys: readonly string[]): Promise<string[]> {
  const { paths } = await documentedPaths(fixture)
  const lateAtMs = performance.now() + dataWithinMs
  let silent: readonly string[] = paths
  for (let turn = 0; silent.length > 0 && performance.now() < lateAtMs; turn += 1) {
    const still: string[] = []
    for (const [index, path] of silent.entries()) {
      const { status } = await call(fixture, path, keys[(turn + index) % keys.length])
      if (status !== 200) still.push(path)
    }
    silent = still
    if (silent.length > 0) await Bun.sleep(2_000)
  }
  if (silent.length > 0) fixture.say(`left out of the load, because their data are not there yet: ${silent.join(' ')}`)
  if (silent.length > 3) throw new Error(`too many endpoints do not answer: ${silent.join(' ')}`)
  return paths.filter((path) => !silent.includes(path))
}

/**
 * Every path, all at the same rate, with keys of several accounts in turn; the public ones without a key. Every second endpoint is called on a new
 * connection each time, the others keep theirs.
 */
export function mixRequests(paths: readonly string[], keys: readonly string[]): AccountLoad[] {
  const withoutKey = paths.filter(isPublic)
  const withKey = paths.filter((path) => !isPublic(path))
  const loads = (some: readonly string[], rate: number, keyOf: (index: number) => string | null) =>
    some.map((path, index) => ({
      accountId: path,
      path,
      key: keyOf(index),
      perSecond: rate / some.length,
      isKeptAlive: index % 2 === 0,
    }))
  return [
    ...loads(withoutKey, perSecondWithoutKey, () => null),
    ...loads(withKey, perSecond - perSecondWithoutKey, (index) => keys[index % keys.length] ?? null),
  ]
}

import { until } from '@hexawatt/shared/testing/until'
import type { System } from '../../../testing/system-fixture.ts'
import type { Installation } from '../../testing/install.ts'
import { startCountedWay } from './counted-way.ts'
import { connectHome, type EntityState, type HomeApi, welcome } from './home-api.ts'
import { createHome, type HomeOptions } from './home-process.ts'
import { installClient } from './install-home.ts'
import { createMovingProduct } from './moving-product.ts'

/** The clock of the product, which the database must follow, moves in steps of this many minutes while only Home Assistant is of interest. */
const clockStepMinutes = 10
/** Home Assistant asks nothing when so many looks in a row, this far apart in ms, saw no request. */
const [quietLooks, lookEveryMs] = [3, 8]

/** A Home Assistant with its first user, and the way from it to the product, which counts requests. */
export async function startHome(installation: Installation, system: System, options: HomeOptions = {}) {
  await installClient(installation, 'home')
  const product = await createMovingProduct(system)
  await product.liveUntil(system.clock.now())
  const way = startCountedWay(system.gatewayUrl)
  const home = await createHome(() => system.clock.now(), options)
  await home.start()
  const token = await welcome(home.url)
  let api = await connectHome(home.url, token)
  /** Moves the clocks of Home Assistant, and waits until it asks nothing any more: a leap would end the wait for an answer. */
  async function setHomeTime(instant: Temporal.Instant): Promise<void> {
    await home.setTime(instant)
    for (let quiet = 0; quiet < quietLooks; quiet = way.isAsking() ? 0 : quiet + 1) {
      await api.call({ type: 'ping' })
      await Bun.sleep(lookEveryMs)
    }
  }
  const pass = { way, home, token, current: (): HomeApi => api }
  return {
    ...pass,
    async close(): Promise<void> {
      api.close()
      await home.stop()
      await Promise.all([home.remove(), way.close()])
    },
    /** Stops and starts Home Assistant, as for an update. */
    async restart(): Promise<void> {
      api.close()
      await home.stop()
      await home.start()
      api = await connectHome(home.url, token)
    },
    /** Lets the product live until an instant, and moves Home Assistant there, whose timers run when it is asked something. */
    async moveTo(instant: Temporal.Instant | string): Promise<void> {
      const at = Temporal.Instant.from(instant)
      await product.liveUntil(at)
      await setHomeTime(at)
    },
    /** Moves Home Assistant and the product’s clock; the product learns nothing new meanwhile. */
    async letPass(instant: Temporal.Instant): Promise<void> {
      if (instant.since(system.clock.now()).total('minutes') >= clockStepMinutes) await product.leapTo(instant)
      await setHomeTime(instant)
    },
    /** Waits until an entity has the state. */
    async untilState(entity: string, isWanted: (state: string) => boolean): Promise<EntityState> {
      let found: EntityState | undefined
      await until(`state of ${entity}`, async () => {
        found = (await api.readStates()).get(entity)
        return found !== undefined && isWanted(found.state)
      })
      if (found === undefined) throw new Error(`${entity} is missing`)
      return found
    },
  }
}
export type StartedHome = Awaited<ReturnType<typeof startHome>>

/** Sets the integration up by its forms. Returns the id of its entry. */
export async function setUp(api: HomeApi, url: string, key: string, contract: object = { tariff: 'tempo' }) {
  const { tariff, ...details } = contract as { tariff: string }
  let step = await api.configFlow.start({ handler: 'hexawatt' })
  step = await api.configFlow.answer(step, { url, api_key: key })
  step = await api.configFlow.answer(step, { tariff })
  step = await api.configFlow.answer(step, details)
  if (step.type !== 'create_entry') throw new Error(`the set-up ended with ${JSON.stringify(step)}`)
  return Object(step['result']).entry_id as string
}

/** Adds a load by its form. */
export async function addLoad(api: HomeApi, entryId: string, load: object): Promise<void> {
  const step = await api.subentryFlow.start({ handler: [entryId, 'load'] })
  const { type, ...rest } = await api.subentryFlow.answer(step, load)
  if (type !== 'create_entry') throw new Error(`the load was refused: ${JSON.stringify(rest)}`)
}

import { afterEach, describe, expect, test } from 'bun:test'
import { shippedTable } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import { loadGridFigures, UnreachableError } from './browser/worker/load-months.ts'
import { makeExampleMonths } from './example/made-up-household.ts'

const bodies = new Map(makeExampleMonths().map((body) => [body.month, body]))
const months = [...bodies.keys()]

type Answer = (month: string, times: number) => Response | Promise<Response> | undefined
const servers: Bun.Server<undefined>[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop(true))))

/** Loads the year from a server that answers months in another way where `answer` has one. */
function load(answer: Answer = () => undefined, timeoutMs = 30_000) {
  const asked: string[] = []
  const [waits, progress]: [number[], string[]] = [[], []]
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch({ url }) {
      const { pathname, search, searchParams } = new URL(url)
      asked.push(pathname + search)
      if (pathname === '/below/api/tariffs') return Response.json(shippedTable)
      const month = searchParams.get('month') ?? ''
      const times = asked.filter((address) => address.endsWith(search)).length
      const usual = () => Response.json(bodies.get(month) ?? null, { headers: { 'x-data-mode': 'open' } })
      return answer(month, times) ?? usual()
    },
  })
  servers.push(server)
  const loaded = loadGridFigures(months, {
    pageUrl: `${server.url.origin}/below/consommations`,
    onWait: (seconds) => waits.push(seconds),
    onProgress: (done, all) => progress.push(`${done}/${all}`),
    timeoutMs,
  })
  return { loaded, asked, waits, progress }
}

describe('the figures of the grid behind a file', () => {
  test('come month by month in order, below any address of the site, and each month is reported as it arrives', async () => {
    const { loaded, asked, progress } = load()
    const figures = await loaded
    expect(figures.months.map(({ month }) => month)).toEqual(months)
    expect(figures.dataModes).toEqual(['open'])
    expect(asked.toSorted()).toEqual(
      [...months.map((month) => `/below/api/hours?month=${month}`), '/below/api/tariffs'].toSorted(),
    )
    expect([progress[0], progress.at(-1)]).toEqual(['0/12', '12/12'])
  })

  test('are asked for four at a time', async () => {
    let [open, most] = [0, 0]
    const { loaded } = load(async (month) => {
      open += 1
      most = Math.max(most, open)
      await Bun.sleep(5)
      open -= 1
      return Response.json(bodies.get(month))
    })
    await loaded
    expect(most).toBe(4)
  })

  test('wait as long as a service that is asked too often says, and tell it', async () => {
    const tooOften = () => new Response(null, { status: 429, headers: { 'retry-after': '1' } })
    const { loaded, waits } = load((month, times) => (month === '2026-01' && times === 1 ? tooOften() : undefined))
    expect((await loaded).months).toHaveLength(12)
    expect(waits).toEqual([1])
  })

  test('leave out a month that the service says is in the future, and keep the others', async () => {
    const refused = () => Response.json({ type: 'problem' }, { status: 400 })
    const { loaded } = load((month) => (month === '2026-09' ? refused() : undefined))
    expect((await loaded).months.map(({ month }) => month)).toEqual(months.filter((month) => month !== '2026-09'))
  })

  test.each<[string, Answer]>([
    ['has another body', () => Response.json({ month: '2026-01', hours: [] })],
    ['fails', () => new Response(null, { status: 500 })],
    [
      'asks to wait for longer than a reader would',
      () => new Response(null, { status: 429, headers: { 'retry-after': '900' } }),
    ],
  ])('are given up where the service %s: no figure is computed with a part of the months', async (_, answer) => {
    const { loaded } = load((month, times) => (month === '2026-01' ? answer(month, times) : undefined))
    expect(await loaded.catch((error: unknown) => error)).toBeInstanceOf(UnreachableError)
  })

  test('are given up where the service answers no more, and no reader waits for ever', async () => {
    const { loaded } = load(
      (month) => (month === '2026-01' ? Promise.withResolvers<Response>().promise : undefined),
      200,
    )
    expect(await loaded.catch((error: unknown) => error)).toBeInstanceOf(UnreachableError)
  })
})

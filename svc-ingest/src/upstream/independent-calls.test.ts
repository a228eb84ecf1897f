import { afterEach, expect, test } from 'bun:test'
import { regulatedPrices } from '../sources/cre/regulated-prices.ts'
import { readBaseUrls } from '../sources/publishers.ts'
import { startOperatorClient } from './testing/operator-client-fixture.ts'

const servers: Bun.Server<undefined>[] = []
afterEach(() => servers.splice(0).map((server) => server.stop(true)))

/** Fetches the three files from a server that refuses the first one with this status, and says which were asked for and which came. */
async function fetchAfter(status: number, signal?: AbortSignal) {
  const asked: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const name = new URL(request.url).pathname.split('/').at(-1) ?? ''
      if (!asked.includes(name)) asked.push(name)
      return name === 'Option_Base.csv' ? new Response('', { status }) : new Response('DATE_DEBUT;DATE_FIN')
    },
  })
  servers.push(server)
  const baseUrls = { ...readBaseUrls({}), cre: server.url }
  const client = startOperatorClient(server.url, undefined, { baseUrls })
  const calls = regulatedPrices.calls({ now: Temporal.Now.instant(), lastSuccess: null, newestSlotEnd: null })
  const came: unknown[] = []
  const failure = await (async () => {
    for await (const { answer } of client.fetch(regulatedPrices, calls, signal)) came.push(answer.query['file'])
    return null
  })().catch((error: Error) => error.message)
  return { asked, came, failure }
}

test.each([404, 503])(
  'a file that answers %i does not stop the others, and the poll fails afterwards',
  async (status) => {
    const { came, failure } = await fetchAfter(status)
    expect(came).toEqual(['Option_HPHC.csv', 'Option_Tempo.csv'])
    expect(failure).toContain(String(status))
  },
)

test('after a refusal of too many calls no further file is asked for', async () => {
  const { asked, came } = await fetchAfter(429)
  expect([asked, came]).toEqual([['Option_Base.csv'], []])
})

test('a program that stops asks for no further file', async () => {
  const { came, failure } = await fetchAfter(404, AbortSignal.abort())
  expect([came, failure]).toEqual([[], expect.any(String)])
})

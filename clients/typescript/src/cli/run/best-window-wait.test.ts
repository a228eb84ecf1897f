import { describe, expect, test } from 'bun:test'
import { HexawattConnectionError } from '../../errors/hexawatt-errors.ts'
import { catchError } from '../../testing/scripted-api.ts'
import { type WaitPlan, waitForBestWindow } from './best-window-wait.ts'

const nowMs = Date.parse('2026-02-03T18:00:00Z')
const latestStart = '2026-02-04T04:00:00Z'

/** A plan that starts at a time of 3 or 4 February, in UTC, with new data at another. */
const planAt = (start: string, recomputeAfter: string | null = null): WaitPlan => ({
  plan: { segments: [{ start }] },
  advice: 'Démarrez.',
  recomputeAfter,
})
const outage = new HexawattConnectionError('network', 'away')

/**
 * Waits with these answers to its questions, the last one to all that follow; gives when it asked, when it ended, and what it said.
 * `oversleepMs` is by how much a sleep takes longer, as of a suspended computer.
 */
async function wait(answers: readonly (WaitPlan | Error)[], oversleepMs = 0) {
  let clockMs = nowMs
  const asked: string[] = []
  const said: string[] = []
  const text = () => new Date(clockMs).toISOString().replace('.000', '')
  await waitForBestWindow({
    ask: async () => {
      const answer = answers[Math.min(asked.length, answers.length - 1)]
      asked.push(text())
      if (answer === undefined || answer instanceof Error) throw answer
      return answer
    },
    nowMs: () => clockMs,
    sleep: async (ms) => {
      clockMs += ms + oversleepMs
    },
    random: () => 0.5,
    latestStartMs: Date.parse(latestStart),
    say: (line) => said.push(line),
  })
  return { asked, said, ended: text() }
}

describe('the wait for the best window', () => {
  test('asks again a minute before the start, and then starts', async () => {
    expect(await wait([planAt('2026-02-04T02:00:00Z')])).toEqual({
      asked: ['2026-02-03T18:00:00Z', '2026-02-04T01:59:00Z'],
      said: ['Waits for Wed 4 Feb, 03:00 in Paris (in 8 h). Démarrez.'],
      ended: '2026-02-04T02:00:00Z',
    })
  })

  test('asks again after new data, and follows the new plan to an earlier or later start', async () => {
    const first = planAt('2026-02-04T02:00:00Z', '2026-02-03T20:00:00Z')
    const earlier = await wait([first, planAt('2026-02-03T23:00:00Z')])
    expect(earlier.asked).toEqual(['2026-02-03T18:00:00Z', '2026-02-03T20:00:15Z', '2026-02-03T22:59:00Z'])
    expect([earlier.ended, earlier.said.length]).toEqual(['2026-02-03T23:00:00Z', 2])
    const later = await wait([planAt('2026-02-04T02:00:00Z'), planAt('2026-02-04T03:00:00Z')])
    expect(later.asked).toEqual(['2026-02-03T18:00:00Z', '2026-02-04T01:59:00Z', '2026-02-04T02:59:00Z'])
    expect(later.ended).toBe('2026-02-04T03:00:00Z')
  })

  test('ends at the latest start, whatever the service says', async () => {
    const always = [planAt('2026-02-04T02:00:00Z'), planAt('2026-02-05T02:00:00Z')]
    expect((await wait(always)).ended).toBe(latestStart)
    expect((await wait([planAt('2026-03-01T00:00:00Z')])).ended).toBe(latestStart)
  })

  test('ends at once when the plan has begun', async () => {
    const { asked, said, ended } = await wait([planAt('2026-02-03T18:00:00Z', '2026-02-03T19:00:00Z')])
    expect([asked.length, said, ended]).toEqual([1, [], '2026-02-03T18:00:00Z'])
  })

  test('keeps its plan when a later request fails, and fails when the first does', async () => {
    const { asked, ended, said } = await wait([planAt('2026-02-04T02:00:00Z', '2026-02-03T20:00:00Z'), outage])
    expect(asked).toEqual(['2026-02-03T18:00:00Z', '2026-02-03T20:00:15Z', '2026-02-04T01:59:00Z'])
    expect(ended).toBe('2026-02-04T02:00:00Z')
    expect(said.slice(1)).toEqual(Array(2).fill('The plan could not be renewed and stays: away'))
    expect(await catchError(wait([outage]))).toBe(outage)
  })

  test('ends as soon as a suspended computer wakes up', async () => {
    const twoHoursMs = 2 * 3_600_000
    const { ended } = await wait([planAt('2026-02-03T19:00:00Z')], twoHoursMs)
    expect(ended).toBe('2026-02-03T20:01:00Z')
  })

  test('asks at most once a minute and 192 times', async () => {
    let answers = 0
    let clockMs = nowMs
    await waitForBestWindow({
      ask: async () => {
        answers += 1
        return planAt('2026-02-04T03:30:00Z', new Date(clockMs + 1_000).toISOString())
      },
      nowMs: () => clockMs,
      sleep: async (ms) => {
        clockMs += ms
      },
      random: () => 0,
      latestStartMs: Date.parse(latestStart),
      say: () => undefined,
    })
    expect(answers).toBe(192)
    expect(new Date(clockMs).toISOString()).toBe('2026-02-04T03:30:00.000Z')
  })
})

import { describe, expect, test } from 'bun:test'
import type { PlanId } from '@hexawatt/shared/contract/plans'
import { ProblemDetails } from '@hexawatt/shared/contract/problem'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { startHistoryFixture } from './testing/history-fixture.ts'
import { plainPoints } from './testing/sample-points.ts'

const fixture = stopAtEnd(await startHistoryFixture('2025-06-15T12:34:56Z'))
await fixture.addPoints(plainPoints('2025-05-20T06:30:00Z', '2025-06-15T12:30:01Z', 60))

async function refusal(query: string, plan: PlanId = 'scale') {
  const response = await fixture.ask(`/v1/score/history?${query}`, plan)
  const { status, code, detail } = v.parse(ProblemDetails, await response.json())
  return { status, code, detail }
}

describe('bad input, in the order of the refusals', () => {
  test.each([
    ['from=2025-13-01', 400, 'invalid_parameter'],
    ['from=2025-06-31', 400, 'invalid_parameter'],
    ['from=2025-06-01T00:00:00', 400, 'invalid_parameter'],
    ['granularity=daily', 400, 'invalid_parameter'],
    ['from=2025-06-02T00:00Z&to=2025-06-01T00:00Z', 400, 'invalid_range'],
    ['from=2026-01-01T00:00Z', 400, 'invalid_range'],
    ['from=2024-06-12T00:00Z&to=2025-06-14T00:00Z', 400, 'window_too_large'],
    ['profile=carbon&wPrice=1', 400, 'profile_and_weights_exclusive'],
    ['wPrice=0.4&wCarbon=0.3&wGrid=0.3', 400, 'weights_incomplete'],
    ['wPrice=0.4&wCarbon=0.3&wGrid=0.3&wAdequacy=0.3', 400, 'weights_sum_invalid'],
    ['profile=none', 400, 'unknown_profile'],
  ] as const)('%s is answered %i %s on every plan that may request it', async (query, status, code) => {
    expect(await refusal(query)).toMatchObject({ status, code })
    expect(await refusal(query, 'pro')).toMatchObject({ status, code })
  })

  test('a parameter given twice is refused and named', async () => {
    expect(await refusal('from=2025-06-01T00:00Z&from=2025-06-02T00:00Z')).toEqual({
      status: 400,
      code: 'invalid_parameter',
      detail:
        'Query parameter "from" was given more than once (first value "2025-06-01T00:00Z"); accepted is one value.',
    })
  })

  test('what the plan does not allow is refused before wrong parameters', async () => {
    expect(await refusal('profile=none&from=2025-13-01', 'decouverte')).toMatchObject({
      status: 403,
      code: 'plan_capability_required',
    })
  })

  test('wrong parameters are refused before a large window, and a large window before the depth of the plan', async () => {
    const large = 'from=2024-01-01T00:00Z&to=2025-06-10T00:00Z'
    expect((await refusal(`${large}&granularity=x`, 'decouverte')).code).toBe('invalid_parameter')
    expect((await refusal(large, 'decouverte')).code).toBe('window_too_large')
    expect((await refusal('from=2025-05-01T00:00Z', 'decouverte')).code).toBe('history_depth_exceeded')
  })

  test('only the gateway gets an answer', async () => {
    const response = await fixture.ask('/v1/score/history', 'scale', {
      headers: { 'x-internal-token': 'x'.repeat(40) },
    })
    expect(response.status).toBe(404)
  })
})

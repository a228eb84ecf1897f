import { beforeAll, describe, expect, test } from 'bun:test'
import { forecastSnapshot, scoreSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { sampleForecast, sampleScore } from './testing/sample-snapshots.ts'
import { readRefusal, startScoreFixture } from './testing/score-fixture.ts'

const fixture = stopAtEnd(await startScoreFixture())
beforeAll(async () => {
  await fixture.store(scoreSnapshot, sampleScore)
  await fixture.store(forecastSnapshot, sampleForecast)
})

const weights = (price: string, carbon = '0.3', grid = '0.2', adequacy = '0.2') =>
  `wPrice=${price}&wCarbon=${carbon}&wGrid=${grid}&wAdequacy=${adequacy}`

const refused = async (path: string, plan: 'decouverte' | 'pro' = 'pro') => {
  const { status, code, problem } = await readRefusal(await fixture.ask(path, plan))
  return { status, code, detail: problem.detail }
}

for (const path of ['/v1/score', '/v1/score/forecast']) {
  describe(`${path}: a weighting beyond the plan is 403, whatever else is wrong`, () => {
    test.each([
      'profile=carbon',
      'profile=national',
      'profile=',
      'profile=nonsense',
      'wPrice=',
      'wPrice=NaN',
      'wGrid=2&wGrid=3',
      'profile=carbon&profile=carbon',
      weights('0.3'),
      weights('9'),
    ])('%s', async (query) => {
      const { status, code, detail } = await refused(`${path}?${query}`, 'decouverte')
      expect([status, code]).toEqual([403, 'plan_capability_required'])
      expect(detail).toContain('decouverte')
      expect(detail).toContain('/api/plans lists the plans that include it')
    })
  })

  describe(`${path}: an invalid weighting is 400 and names what came and what is accepted`, () => {
    test.each([
      ['profile=carbon&profile=price', 'invalid_parameter', ['profile', 'carbon', 'one value']],
      [`${weights('0.3')}&wPrice=0.3`, 'invalid_parameter', ['wPrice', 'more than once']],
      [`profile=carbon&${weights('0.3')}`, 'profile_and_weights_exclusive', ['profile', 'wPrice', 'either']],
      ['profile=carbon&wGrid=1', 'profile_and_weights_exclusive', ['profile', 'wGrid']],
      ['profile=nonsense', 'unknown_profile', ['nonsense', 'national, carbon, price, grid, balanced']],
      ['profile=', 'unknown_profile', ['""']],
      ['profile=%20carbon', 'unknown_profile', ['" carbon"']],
      ['profile=constructor', 'unknown_profile', ['constructor']],
      ['wPrice=0.5&wCarbon=0.5', 'weights_incomplete', ['wGrid, wAdequacy', '0.5']],
      ['wPrice=NaN', 'weights_incomplete', ['wCarbon, wGrid, wAdequacy']],
      [weights('0.301', '0.3', '0.2', '0.2001'), 'weights_sum_invalid', ['1.0011', '0.001', 'wPrice']],
      [weights('0', '0', '0', '0'), 'weights_sum_invalid', ['together 0;']],
      [weights('0.2989999'), 'weights_sum_invalid', ['0.9989999']],
    ] as const)('%s is %s', async (query, code, words) => {
      const problem = await refused(`${path}?${query}`)
      expect([problem.status, problem.code]).toEqual([400, code])
      for (const word of words) expect(problem.detail).toContain(word)
    })

    test.each([
      'NaN',
      'Infinity',
      '-Infinity',
      '1e400',
      '1e-1',
      '0x1',
      '%200.3',
      '0.3%20',
      '+0.3',
      '-0',
      '-0.3',
      '',
      '.3',
      '0.',
      '0,3',
      '00.3',
      '1.1',
      '1.0000001',
      '٠.٣',
      'null',
    ])('the weight "%s" is refused, because it is not a plain decimal from 0 to 1', async (text) => {
      const { status, code, detail } = await refused(`${path}?${weights(text)}`)
      expect([status, code]).toEqual([400, 'invalid_parameter'])
      expect(detail).toContain('wPrice')
      expect(detail).toContain('from 0 to 1')
    })
  })

  test(`${path}: weights that miss 1 by exactly a thousandth are accepted`, async () => {
    for (const query of [weights('0.301'), weights('0.299'), weights('0.25', '0.25', '0.25', '0.249')]) {
      expect((await fixture.ask(`${path}?${query}`)).status).toBe(200)
    }
  })

  test(`${path}: an API key in a parameter is not repeated, and a long value is shortened`, async () => {
    const key = `hxw_${'0123456789abcdef'.repeat(2)}`
    const { detail } = await refused(`${path}?profile=${key}${'x'.repeat(500)}`)
    expect(detail).not.toContain('0123456789')
    expect(detail.length).toBeLessThan(300)
  })
}

import { describe, expect, test } from 'bun:test'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { shippedTable } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import { quarterHourMs } from '@hexawatt/shared/time/instant'
import { type ContractChoice, defaultContract } from '@hexawatt/svc-web/src/kit/contract-choice.ts'
import { composeAnswer } from '@hexawatt/svc-web/src/pages/home/answer/compose-answer.ts'
import { findLaterHint } from '@hexawatt/svc-web/src/pages/home/answer/later-hint.ts'
import { applianceIds } from '@hexawatt/svc-web/src/pages/home/plan/appliances.ts'
import { makeDefaultChoice, type PlanChoice } from '@hexawatt/svc-web/src/pages/home/plan/choice.ts'
import { makePagePlan } from '@hexawatt/svc-web/src/pages/home/plan/page-plan.ts'
import { english } from '@hexawatt/svc-web/src/pages/home/texts/english.ts'
import { french } from '@hexawatt/svc-web/src/pages/home/texts/french.ts'
import { createView } from '@hexawatt/svc-web/src/pages/home/texts/view.ts'
import { listTenseSpans } from '@hexawatt/svc-web/src/pages/home/today/grid-tension.ts'
import { makeUpForecast } from './testing/made-up-forecast.ts'

// The made-up evening is tense.
const tenseNow = ' Mais EcoWatt est tendu jusqu’à 21 h : évitez ces heures si vous le pouvez.'
const views = { fr: createView('fr', french), en: createView('en', english) }
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ')

/** A Tuesday in winter, 18:07 in Paris. */
const made = makeUpForecast(7, '2026-02-03T17:07:00Z', 50)

/** The dashboard with other columns, by the clock of Paris. */
function dashboardWith(
  grams: (hour: number) => number | null,
  eurPerMwh: (hour: number) => number | null,
): DashboardResponse {
  const { dashboard } = made
  if (dashboard.outlook === null) throw new Error('there is a forecast')
  const startMs = Date.parse(dashboard.outlook.start)
  const hours = dashboard.outlook.score.map((_, slot) =>
    new Date(startMs + slot * quarterHourMs + 3_600_000).getUTCHours(),
  )
  const none = hours.map(() => null)
  const outlook = {
    ...dashboard.outlook,
    ...{ gCo2PerKwh: hours.map(grams), gCo2PerKwhLow: none, gCo2PerKwhHigh: none },
    ...{ eurPerMwh: hours.map(eurPerMwh), eurPerMwhLow: none, eurPerMwhHigh: none },
    priceBasis: hours.map(() => 'auction' as const),
  }
  return { ...dashboard, outlook }
}

function answer(
  dashboard: DashboardResponse,
  choice: PlanChoice,
  { start = null as number | null, language = 'fr' as 'fr' | 'en' } = {},
) {
  const plan = makePagePlan(dashboard, choice, shippedTable)
  const [nowMs, tense] = [Date.parse(dashboard.generatedAt), listTenseSpans(dashboard.signals)]
  const composed = composeAnswer(plan, start, { appliance: choice.appliance, nowMs, tense }, views[language])
  return { plan, composed, when: plain(composed.when), gain: plain(composed.gain), basis: plain(composed.basis) }
}
const choiceOf = (appliance: PlanChoice['appliance'], contract: Partial<ContractChoice> = {}): PlanChoice =>
  makeDefaultChoice(appliance, { ...defaultContract, ...contract })

/** Clean from 2 to 5 in the night, dirty in the evening. */
const cleanNight = dashboardWith(
  (hour) => (hour >= 2 && hour < 5 ? 20.4 : hour >= 17 ? 62.5 : 40),
  () => 60,
)

describe('the answer', () => {
  test('of a contract with one price goes by emissions, which are compared with metres by car', () => {
    const { when, gain, basis } = answer(cleanNight, choiceOf('washing-machine'))
    expect([when, gain]).toEqual([
      'cette nuit à 2 h',
      '51 g de CO₂ de moins que maintenant : autant que 200 m en voiture.',
    ])
    expect(basis).toBe('24 au lieu de 75 g · 23 centimes à toute heure')
    const inEnglish = answer(cleanNight, choiceOf('washing-machine'), { language: 'en' })
    expect([inEnglish.when, inEnglish.gain]).toEqual([
      'tonight at 02:00',
      '51 g of CO₂ less than now: as much as 200 m by car.',
    ])
  })

  test('of off-peak hours is the cleanest of them, and names the stretch with the same price', () => {
    const { when, gain, basis } = answer(cleanNight, choiceOf('dishwasher', { tariff: 'hphc', offPeak: '22:30-06:30' }))
    expect(when).toBe('cette nuit à 2 h')
    expect(gain).toMatch(/^\d+ centimes et 43 g de CO₂ de moins que maintenant\.$/)
    expect(basis).toMatch(/^20 au lieu de 63 g · \d+ au lieu de \d+ centimes · même prix de 22 h 30 à 6 h 30/)
  })

  test('says kilograms from 1 kg on, euros from 1 € on, all amounts alike, and the pieces of a split load', () => {
    const { gain, basis, composed } = answer(cleanNight, choiceOf('car', { tariff: 'hphc' }))
    expect(gain).toMatch(/^\d,\d\d € et \d,\d kg de CO₂ de moins que maintenant\.$/)
    expect(basis).toMatch(/^\d,\d au lieu de \d,\d kg · \d,\d\d au lieu de \d,\d\d €/)
    const pump = answer(
      dashboardWith(
        (hour) => (hour % 2 === 0 ? 20 : 50),
        () => 60,
      ),
      choiceOf('heat-pump'),
    )
    expect(pump.when).toMatch(/, en \d fois$/)
    expect(plain(pump.composed.pieces).split(' · ')).toHaveLength(pump.composed.shown?.spans.length ?? 0)
    expect(plain(composed.pieces)).toBe('cette nuit 0 h – 1 h 15 · cette nuit 2 h – 5 h')
    expect(answer(cleanNight, choiceOf('dishwasher')).composed.pieces).toBe('')
  })

  test('is "whenever you like" below 3 %, and "now" where nothing is better', () => {
    const flat = answer(
      dashboardWith(
        (hour) => (hour === 3 ? 49 : 50),
        () => 60,
      ),
      choiceOf('dishwasher'),
    )
    expect([flat.when, flat.gain]).toEqual([
      'quand vous voulez',
      `Attendre ne changerait presque rien : moins de 3 % d’écart.${tenseNow}`,
    ])
    const evening = answer(
      dashboardWith(
        (hour) => (hour === 3 ? 49 : hour >= 21 ? 80 : 50),
        () => 60,
      ),
      choiceOf('dishwasher'),
    )
    expect([evening.when, evening.gain]).toEqual([
      'maintenant ou cette nuit à 2 h',
      'Les deux se valent, à moins de 3 % près ; d’autres heures sont moins bonnes.',
    ])
    const now = answer(
      dashboardWith(
        (hour) => (hour === 18 || hour === 19 || hour === 20 ? 10 : 50),
        () => 60,
      ),
      choiceOf('dishwasher'),
    )
    expect([now.when, now.gain]).toEqual([
      'maintenant',
      `Vous ne trouverez pas mieux avant l’échéance choisie.${tenseNow}`,
    ])
  })

  test('of a moved frame is its difference to the best moment, and warns after the deadline and in quiet hours', () => {
    const choice = { ...choiceOf('dishwasher'), quiet: [{ fromMinute: 360, toMinute: 420 }] }
    const moved = answer(cleanNight, choice, { start: 8 })
    expect([moved.when, moved.gain, moved.basis, moved.composed.isBest]).toEqual([
      'ce soir à 20 h 15',
      `43 g de CO₂ de plus qu’au meilleur moment, cette nuit à 2 h.${tenseNow}`,
      '63 au lieu de 20 g · 19 centimes à toute heure',
      false,
    ])
    expect(answer(cleanNight, choice, { start: 47 }).gain).toContain(
      'Fini après l’échéance choisie. Pendant vos heures de silence.',
    )
    const best = answer(cleanNight, choice)
    const first = best.plan?.result.isFeasible ? best.plan.result.plan.segments[0]?.first : undefined
    expect(answer(cleanNight, choice, { start: first ?? -1 }).composed.isBest).toBe(true)
  })

  test('without a forecast names no hour', () => {
    const { when, gain, composed } = answer({ ...cleanNight, outlook: null }, choiceOf('car'))
    expect([when, composed.shown]).toEqual(['plutôt cette nuit', null])
    expect(gain).toStartWith('Sans prévision, nous ne donnons pas d’heure')
  })

  test('says why nothing fits: quiet hours, the deadline, the length, an unknown price', () => {
    const gainOf = (dashboard: DashboardResponse, choice: PlanChoice) => answer(dashboard, choice).gain
    const night = [{ fromMinute: 1_080, toMinute: 420 }]
    expect(gainOf(cleanNight, { ...choiceOf('dishwasher'), quiet: night })).toContain('heures de silence')
    expect(gainOf(cleanNight, { ...choiceOf('car'), energyKWh: 100, powerKW: 0.1 })).toContain('plus longtemps')
    const unpriced = dashboardWith(
      () => 40,
      () => null,
    )
    expect(gainOf(unpriced, choiceOf('dishwasher', { tariff: 'spot' }))).toContain('prix')
    expect(
      gainOf(
        dashboardWith(
          () => null,
          () => 40,
        ),
        choiceOf('dishwasher'),
      ),
    ).toContain('émissions')
  })

  test('of Tempo rests on the colours: a colour that is not published is weighted and named, and without colours there is no plan', () => {
    const tempo = choiceOf('dishwasher', { tariff: 'tempo' })
    const { tariff, tariffOutlook } = made.dashboard
    const unpublished = { ...tariff, color: null, tomorrow: null, inForce: { ...tariff.inForce, color: null } }
    const guess = { blue: 0.5, white: 0.3, red: 0.2 }
    const days = (tariffOutlook?.days ?? []).map((day) => ({ ...day, color: null, probabilities: guess }))
    const forecast = { ...cleanNight, tariff: unpublished, tariffOutlook: tariffOutlook && { ...tariffOutlook, days } }
    expect(answer(forecast, tempo).basis).toContain('prix moyen selon la couleur du jour, pas encore publiée')
    const unknown = answer({ ...forecast, tariffOutlook: null }, tempo)
    expect([unknown.when, unknown.gain]).toEqual([
      'aucun créneau',
      'Les prix ou les couleurs ne sont pas connus assez longtemps à l’avance.',
    ])
  })

  test('proposes a later deadline where quiet hours keep the load from a clearly better day', () => {
    const sunny = dashboardWith(
      (hour) => (hour >= 12 && hour < 16 ? 15 : 60),
      () => 60,
    )
    const choice = { ...choiceOf('tumble-dryer'), quiet: [{ fromMinute: 1_320, toMinute: 420 }] }
    const planFor = (one: PlanChoice) => makePagePlan(sunny, one, shippedTable)
    const hint = findLaterHint(planFor({ ...choice, readyBy: '22:00' }), planFor, views.fr)
    expect(plain(hint?.text ?? '')).toBe('En attendant demain à midi : 90 g de CO₂ de moins encore.')
    expect(hint?.query).toContain('readyBy=18:00')
    expect(findLaterHint(planFor({ ...choice, quiet: [] }), planFor, views.fr)).toBeNull()
  })
})

test('every gain is the difference of the two amounts of the basis line, in 4 contracts × 6 appliances', () => {
  const tariffs = [
    { tariff: 'base' },
    { tariff: 'hphc' },
    { tariff: 'tempo' },
    { tariff: 'spot', adderEurPerKwh: 0.078, vatPercent: 20 },
  ] as const
  const number = (text = '') => Math.round(Number(text.replace(',', '.').replace('−', '-').replaceAll(' ', '')) * 100)
  const pair = (basis: string, unit: string) =>
    basis
      .match(new RegExp(`(−?[\\d ]+(?:,\\d+)?) au lieu de (−?[\\d ]+(?:,\\d+)?) (?:${unit})(?: |$)`))
      ?.slice(1)
      .map(number)
  let compared = 0
  for (let seed = 1; seed <= 12; seed += 1) {
    const { dashboard } = makeUpForecast(seed, '2026-02-03T17:07:00Z', 50)
    for (const contract of tariffs) {
      for (const appliance of applianceIds) {
        const { gain, basis } = answer(dashboard, choiceOf(appliance, contract))
        if (!gain.includes('que maintenant')) continue
        for (const [unit, amount] of [
          ['centimes?|€', /(?:^|mais )(−?[\d ]+(?:,\d+)?) (?:centimes?|€)/],
          ['g|kg', /(?:^|et |mais )(−?[\d ]+(?:,\d+)?) (?:g|kg) de CO₂/],
        ] as const) {
          const amounts = pair(basis, unit)
          const told = gain.match(amount)?.[1]
          if (amounts === undefined || told === undefined) continue
          compared += 1
          expect([appliance, contract.tariff, gain, basis, number(told)]).toEqual([
            ...[appliance, contract.tariff, gain, basis],
            Math.abs((amounts[1] ?? 0) - (amounts[0] ?? 0)),
          ])
        }
      }
    }
  }
  expect(compared).toBeGreaterThan(150)
})

import { describe, expect, test } from 'bun:test'
import { composePlanAdvice, type PlanAdvice } from './plan-advice.ts'
import { type PlanRequest, planLoad } from './plan-load.ts'
import { createPlanRequest, createWindow, noonMs } from './testing/made-up-window.ts'
import { buildErrorPaths } from './value-paths.ts'

const adviceOf = (request: PlanRequest, changes: Partial<PlanAdvice> = {}): PlanAdvice => {
  const result = planLoad(request)
  if (!result.isFeasible) throw new Error('not feasible')
  const { slots, objective } = request
  return {
    result,
    slots,
    objective,
    tariff: 'spot',
    nowMs: noonMs,
    today: '2026-03-02',
    tomorrow: '2026-03-03',
    arePathsShipped: false,
    ...changes,
  }
}
const pathsOf = (eurPerKwh: readonly number[], errors: readonly number[][]) => ({
  cost: buildErrorPaths(eurPerKwh, errors, 'difference'),
  carbon: null,
  score: null,
})
const load = { slots: 2, powerKW: 20, energyKWh: 10 }
const falling = createWindow([900, 900, 900, 100, 100])
const certain = pathsOf([0.9, 0.9, 0.9, 0.1, 0.1], [[0, 0, 0, 0, 0]])

describe('the advice', () => {
  test('says when to start, what that saves and how likely the saving is', () => {
    const advice = adviceOf(createPlanRequest(falling, { load, paths: certain }))
    expect(composePlanAdvice(advice)).toBe(
      'Démarrez à 12\u00a0h\u00a045\u00a0plutôt que tout de suite\u00a0: 8,00\u00a0€ et 4\u202f000\u00a0g de CO₂ de moins (100\u00a0% de chances d’y gagner).',
    )
    expect(composePlanAdvice(advice, 'en')).toStartWith('Start at 12:45 rather than at once: 8.00')
  })

  test('says that it uses shipped forecast errors while the archive is too young', () => {
    const advice = adviceOf(createPlanRequest(falling, { load, paths: certain }), { arePathsShipped: true })
    expect(composePlanAdvice(advice)).toContain('d’après les erreurs de prévision de 2023\u00a0et 2024)')
  })

  test('compares a plan that starts at once and pauses with running in one piece', () => {
    const pausing = createPlanRequest(createWindow([100, 900, 900, 100]), { load, maxSegments: 2 })
    expect(composePlanAdvice(adviceOf(pausing))).toStartWith(
      'Démarrez tout de suite, en 2 fois, plutôt que d’une traite : 4,00 €',
    )
    expect(composePlanAdvice(adviceOf(pausing), 'en')).toStartWith(
      'Start at once, in 2 pieces, rather than in one piece: 4.00',
    )
  })

  test('does not recommend waiting for a negligible saving', () => {
    const paths = pathsOf([0.05, 0.05, 0.049, 0.049], [[0, 0, 0, 0]])
    const advice = adviceOf(createPlanRequest(createWindow([50, 50, 49, 49]), { paths }))
    expect(composePlanAdvice(advice)).toStartWith(
      'Le meilleur créneau commence à 12\u00a0h\u00a030, mais il n’apporte guère plus',
    )
  })

  test('does not recommend pauses for a negligible saving, and writes only one comma after them', () => {
    const request = createPlanRequest(createWindow([50, 50, 49, 49, 50, 49, 49]), {
      load: { ...load, slots: 4 },
      maxSegments: 2,
    })
    const result = { ...adviceOf(request).result, worthWaiting: false }
    const text = composePlanAdvice(adviceOf(request, { result }), 'en')
    expect(text).toContain(', in 2 pieces, but it brings hardly more')
    expect(text).not.toContain(',,')
  })

  test('says that a colour is a forecast if the cost of the plan or of starting at once depends on it', () => {
    const published = createWindow([900, 900, 100, 100])
    const said = {
      fr: '; une couleur n’est pas encore publiée, le coût',
      en: '; a colour is not published yet, so the cost',
    }
    for (const [from, to] of [
      [0, 1],
      [2, 3],
    ] as const) {
      const slots = published.map((slot, index) =>
        index >= from && index <= to && slot.price !== null
          ? { ...slot, price: { ...slot.price, basis: 'expected' as const } }
          : slot,
      )
      const advice = adviceOf(createPlanRequest(slots, { load }), { tariff: 'tempo' })
      expect(composePlanAdvice(advice)).toContain(said.fr)
      expect(composePlanAdvice(advice, 'en')).toContain(said.en)
    }
    expect(composePlanAdvice(adviceOf(createPlanRequest(published, { load })), 'en')).not.toContain('colour')
  })

  test('says that a cost depends on an estimated price before the auction', () => {
    const estimated = falling.map((slot) =>
      slot.price === null ? slot : { ...slot, price: { ...slot.price, basis: 'estimate' as const } },
    )
    const advice = adviceOf(createPlanRequest(estimated, { load }))
    expect(composePlanAdvice(advice)).toContain('le coût repose sur un prix estimé')
    expect(composePlanAdvice(advice, 'en')).toContain('the cost rests on an estimated price')
    expect(composePlanAdvice(adviceOf(createPlanRequest(falling, { load })))).not.toContain('estimé')
  })

  test('says when a saving is uncertain, however large it would be', () => {
    const paths = pathsOf(
      [0.9, 0.9, 0.9, 0.1, 0.1],
      [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 2, 2],
      ],
    )
    const text = composePlanAdvice(adviceOf(createPlanRequest(falling, { load, paths })))
    expect(text).toContain('mais rien n’assure qu’il vaille mieux que de démarrer tout de suite\u00a0: 8,00\u00a0€')
    expect(text).toContain('(50\u00a0% de chances d’y gagner)')
  })

  test('shows the same probability as the response, also at half a percent', () => {
    const request = createPlanRequest(falling, { load })
    for (const [probability, shown] of [
      [0.575, 58],
      [0.145, 15],
      [0.285, 29],
      [1, 100],
    ] as const) {
      const result = { ...adviceOf(request).result, probabilityBetterThanNow: probability }
      expect(composePlanAdvice(adviceOf(request, { result }), 'en')).toContain(`${shown}% chance`)
    }
  })

  test('says that the saving is unknown if the cost of starting at once is', () => {
    const advice = adviceOf(createPlanRequest(createWindow([null, 100, 900, 100, 100]), { load }))
    expect(composePlanAdvice(advice)).toBe(
      'Démarrez à 12\u00a0h\u00a045 (1,00\u00a0€, 500\u00a0g de CO₂)\u202f; le gain n’est pas connu, faute de prévision pour un démarrage immédiat.',
    )
  })

  test('says that now is best, until when, and what it costs', () => {
    const advice = adviceOf(createPlanRequest(createWindow([100, 100, 900, 900]), { load }))
    expect(composePlanAdvice(advice)).toBe(
      'Démarrez tout de suite\u00a0: aucun créneau n’est meilleur d’ici 13\u00a0h (1,00\u00a0€, 500\u00a0g de CO₂).',
    )
    expect(composePlanAdvice(advice, 'en')).toBe(
      'Start at once: no slot is better until 13:00 (1.00\u00a0€, 500\u00a0g of CO₂).',
    )
  })

  test('names another day as tomorrow or by its date', () => {
    const late = createWindow([900, 900, 900, 900, 100, 100], Date.parse('2026-03-02T22:00:00Z'))
    const advice = adviceOf(createPlanRequest(late, { load }), { nowMs: Date.parse('2026-03-02T22:00:00Z') })
    expect(composePlanAdvice(advice)).toStartWith('Démarrez à 0\u00a0h demain plutôt que tout de suite')
    expect(composePlanAdvice({ ...advice, today: '2026-02-28', tomorrow: '2026-03-01' })).toStartWith(
      'Démarrez à 0\u00a0h le 03/03',
    )
    expect(composePlanAdvice({ ...advice, today: '2026-02-28', tomorrow: '2026-03-01' }, 'en')).toStartWith(
      'Start at 00:00 on 3 March rather',
    )
  })

  test('writes midnight at the end of a day', () => {
    const evening = createWindow([100, 100, 900, 900], Date.parse('2026-03-02T22:00:00Z'))
    const advice = adviceOf(createPlanRequest(evening, { load }), { nowMs: Date.parse('2026-03-02T22:00:00Z') })
    expect(composePlanAdvice(advice)).toContain('meilleur d’ici minuit (')
  })

  test('gives the number of segments, and the start that a later window is compared with', () => {
    const slots = createWindow([900, 100, 900, 100])
    const advice = adviceOf(createPlanRequest(slots, { load, maxSegments: 2 }), { nowMs: noonMs - 3_600_000 })
    expect(composePlanAdvice(advice)).toStartWith(
      'Démarrez à 12\u00a0h\u00a015, en 2\u00a0fois, plutôt qu’à 12\u00a0h\u00a0:',
    )
  })

  test('says which figure is unknown and why, without showing it', () => {
    const slots = falling.map((slot) => ({ ...slot, price: null }))
    const advice = adviceOf(createPlanRequest(slots, { load, objective: 'carbon' }), { tariff: 'tempo' })
    expect(composePlanAdvice(advice)).toContain('faute de couleur ou de prix pour l’un des jours.')
    expect(composePlanAdvice(advice)).not.toContain('€')
  })

  test('is one sentence in French typography', () => {
    for (const objective of ['cost', 'carbon', 'score'] as const) {
      const text = composePlanAdvice(adviceOf(createPlanRequest(falling, { load, objective, paths: certain })))
      expect(text).toMatch(/^\p{Lu}[^.]*\.$/u)
      expect(text).not.toMatch(/ [:;!?%€»]|\d \p{L}|'|NaN|undefined|null/u)
    }
  })

  test('is one sentence in English too, with the same figures as in French', () => {
    const figuresIn = (text: string) =>
      [...text.replaceAll(/\d+(?::|\u00a0h\u00a0)\d\d/g, '').matchAll(/\d[\d.,\u202f]*/g)].map(([found]) =>
        found
          .replaceAll(/\u202f|,(?=\d{3})/g, '')
          .replace(',', '.')
          .replace(/\.$/, ''),
      )
    for (const objective of ['cost', 'carbon', 'score'] as const) {
      for (const arePathsShipped of [false, true]) {
        const advice = adviceOf(createPlanRequest(falling, { load, objective, paths: certain }), { arePathsShipped })
        const english = composePlanAdvice(advice, 'en')
        expect(english).toMatch(/^\p{Lu}.*\.$/u)
        expect(english).not.toMatch(/ [:;!?%]|\d (?:€|g|points?)\b|['’]|NaN|undefined|null|é/u)
        expect(figuresIn(english)).toEqual(figuresIn(composePlanAdvice(advice)))
      }
    }
  })
})

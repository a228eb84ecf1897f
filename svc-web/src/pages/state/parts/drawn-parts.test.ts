import { describe, expect, test } from 'bun:test'
import type { HeatMapDay, MixSlot } from '@hexawatt/shared/contract/dashboard'
import { colorOfScore, inkOnScore, mixColors, scoreStops } from '../../../kit/score-scale.ts'
import { sampleDashboard, toPlainText } from '../testing/sample-dashboard.ts'
import { createView } from '../texts/view.ts'
import { renderErrors, renderSavings } from './accuracy-part.ts'
import { renderHeatMap, writeScoreClasses } from './heat-map-part.ts'
import { renderExtremes } from './hours-part.ts'
import { renderMix } from './mix-part.ts'

const french = createView('fr')
const hourAfter = (start: string, hours: number): string =>
  Temporal.Instant.from(start).add({ hours }).toString({ smallestUnit: 'second' })

const readChannels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

describe('the heat map', () => {
  const day = (date: string, firstHour: string, hours: number, score: number | null): HeatMapDay => ({
    ...{ date, firstHour },
    scores: Array.from({ length: hours }, () => score),
  })
  const cellsOf = (days: HeatMapDay[]): string[] =>
    renderHeatMap(sampleDashboard({ heatMap: days }), french).markup.match(/<td .*?<\/td>/g) ?? []

  test('has 24 clock hours a day, also when spring leaves one out and autumn repeats one', () => {
    const spring = cellsOf([day('2026-03-29', '2026-03-28T23:00:00Z', 23, 50)])
    expect([spring.length, spring[2]]).toEqual([
      24,
      '<td class="skipped"><span class="unseen">cette heure n’existe pas, les horloges avancent</span></td>',
    ])
    const autumn = cellsOf([day('2026-10-25', '2026-10-24T22:00:00Z', 25, 50)])
    expect([autumn.length, autumn[2]]).toEqual([24, '<td class="n5 ink-dark">50 50</td>'])
  })

  test('has each number on the colour of the home page, in the ink that is readable on it', async () => {
    const css = await Bun.file(`${import.meta.dir}/../styles/weeks.css`).text()
    const read = (name: string, property: string) =>
      Number(new RegExp(`\\.${name} \\{[^}]*--${property}: (?:var\\(--n)?(\\d+)`).exec(css)?.[1])
    for (let score = 0; score <= 100; score++) {
      const [stop = '', ...others] = writeScoreClasses(score).split(' ')
      const [from, to] = ['from', 'to'].map((property) => scoreStops[read(stop, property) / 10] ?? '')
      const share = others.length === 1 ? 0 : read(others[0] ?? '', 'share') / 100
      const [mixed, wanted] = [mixColors(from ?? '', to ?? '', share), colorOfScore(score)].map(readChannels)
      // A channel halfway between two values may be rounded either way.
      for (const channel of [0, 1, 2]) {
        expect(Math.abs((mixed?.[channel] ?? 0) - (wanted?.[channel] ?? 255))).toBeLessThanOrEqual(1)
      }
      expect(others.at(-1)).toBe(inkOnScore(score) === '#fff' ? 'ink-light' : 'ink-dark')
    }
    expect(css).toContain('color-mix(in srgb, var(--from), var(--to) var(--share, 0%))')
  })

  test('explains its empty cells, and only where it has some', () => {
    const [full, empty] = [
      day('2026-02-03', '2026-02-02T23:00:00Z', 24, 50),
      day('2026-02-02', '2026-02-01T23:00:00Z', 24, 50),
    ]
    const render = (days: HeatMapDay[]) => toPlainText(renderHeatMap(sampleDashboard({ heatMap: days }), french).markup)
    expect(render([full])).not.toContain('heure sans note')
    expect(render([full, { ...empty, scores: [null, ...empty.scores.slice(1)] }])).toContain('· heure sans note')
  })

  test('says that nothing is stored instead of showing empty weeks', () => {
    expect(
      toPlainText(
        renderHeatMap(sampleDashboard({ heatMap: [day('2026-02-03', '2026-02-02T23:00:00Z', 24, null)] }), french)
          .markup,
      ),
    ).toBe('Aucune note n’est encore enregistrée.')
  })
})

describe('the mix', () => {
  const slot = (hour: number, powerMW: MixSlot['powerMW']): MixSlot => ({
    ...{ start: hourAfter('2026-02-02T18:00:00Z', hour), powerMW },
    ...{ estimatedGCo2PerKwh: powerMW && 21.4, estimatedGCo2PerKwhConsumption: null },
  })
  const power = { NUCLEAR: 40_000, SOLAR: 10_000 }
  const hours = Array.from({ length: 24 }, (_, hour) => slot(hour, hour === 10 ? null : power))

  test('is stacked in the order of the legend, and an unknown hour is a gap', () => {
    const paths = [...renderMix({ mix: hours }, french).markup.matchAll(/<path class="mix-(\w+)" d="([^"]+)"/g)].map(
      ([, group, path]) => [group, path],
    )
    expect(paths.map(([group]) => group)).toEqual(['nuclear', 'solar'])
    const [nuclear, solar] = paths.map(([, path]) => path ?? '')
    expect(nuclear?.match(/M/g)).toHaveLength(2)
    // 40 of 50 GW, with 8 % of room above: the sun begins where nuclear ends.
    expect(nuclear).toStartWith('M0 25.9L1 25.9')
    expect(solar).toContain('L0 25.9Z')
    expect(solar).toStartWith('M0 7.4')
  })

  test('has the same values as a table, with a dash for what is unknown', () => {
    const rows = [...renderMix({ mix: hours }, french).markup.matchAll(/<tr data-time.*?<\/tr>/g)].map(([row]) =>
      toPlainText(row),
    )
    expect(rows[0]).toBe('lun. 2 févr., 19 h 40,0 10,0 50,0 21 –')
    expect(rows[10]).toBe('mar. 3 févr., 5 h – – – – –')
  })

  test('says that no hour is known', () => {
    expect(toPlainText(renderMix({ mix: [slot(0, null)] }, french).markup)).toBe('Aucune heure complète n’est connue.')
  })
})

describe('the accuracy', () => {
  const figures = (quantity: 'carbon' | 'price' | 'score', ours: number | null, yesterday: number | null) => ({
    ...{ quantity, days: 30, firstLeadHours: 7, lastLeadHours: 24, samples: 700 },
    forecast: { mae: ours, bias: 0, savingCapturedPct: ours, bandCoveragePct: 80.6 },
    persistence: { mae: 9, bias: 0, savingCapturedPct: 0 },
    yesterday: { mae: yesterday, bias: 0, savingCapturedPct: yesterday },
  })
  const measuredSince = '2026-01-15T08:00:00Z'

  test('shows what was measured, next to copying the day before', () => {
    const savings = renderSavings({ measuredSince, figures: [figures('carbon', 84.4, -3)] }, french).markup
    expect(toPlainText(savings)).toContain('7 à 24 h 84 % −3 %')
    // A share below 0 lies at the left end.
    expect(savings).toContain('<circle class="base" cx="0.0%"')
    expect(savings).not.toContain('aussi bien ou mieux')
    const errors = renderErrors(
      { measuredSince, figures: [figures('carbon', 3.14, 5.42), figures('price', 14.2, null)] },
      french,
    ).markup
    expect(toPlainText(errors)).toContain(
      'CO₂ de la production 3,1 g 5,4 g 81 % Prix non encore publié 14 €/MWh – 81 %',
    )
  })

  test('is singular below two', () => {
    const errors = renderErrors({ measuredSince, figures: [figures('score', 1.6, 2)] }, french).markup
    expect(toPlainText(errors)).toContain('Note 1,6 point 2,0 points')
  })

  test('says when copying the day before did better, and when nothing is measured yet', () => {
    expect(renderSavings({ measuredSince, figures: [figures('carbon', 50, 60)] }, french).markup).toContain(
      'aussi bien ou mieux',
    )
    const early = { measuredSince, figures: [figures('carbon', null, null)] }
    expect(toPlainText(renderSavings(early, french).markup)).toStartWith('Mesure en cours depuis le jeu. 15 janv. :')
    expect([renderSavings(null, french), renderErrors(early, french)].map(({ markup }) => toPlainText(markup))).toEqual(
      ['La qualité de la prévision n’est pas encore mesurée.', 'pas encore mesuré'],
    )
  })
})

test('the best and the worst hours name their day, and what is not published is not 0', () => {
  const dashboard = sampleDashboard()
  const rows = (which: 'best' | 'worst') =>
    [...renderExtremes(dashboard, which, french).markup.matchAll(/<tr data-time.*?<\/tr>/g)].map(([row]) =>
      toPlainText(row),
    )
  const scores = dashboard.hours.map(({ globalScore }) => globalScore)
  expect(Number(rows('best')[0]?.split(' ')[3])).toBe(Math.max(...scores))
  expect(rows('best')[0]).toStartWith('aujourd’hui, ')
  const unknown = dashboard.hours.map((hour) => ({ ...hour, spotPriceEurPerMWh: null, carbonIntensityGco2Kwh: null }))
  expect(toPlainText(renderExtremes({ ...dashboard, hours: unknown }, 'best', french).markup)).toContain('– non publié')
  expect(toPlainText(renderExtremes({ ...dashboard, hours: [] }, 'best', french).markup)).toBe(
    'Aucune prévision n’est disponible en ce moment.',
  )
})

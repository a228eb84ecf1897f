import { describe, expect, test } from 'bun:test'
import type { DashboardResponse, HeatMapDay } from '@hexawatt/shared/contract/dashboard'
import { createView } from '../texts/view.ts'
import { renderHeatMap } from './heat-map-part.ts'

const view = createView('fr')

/** Cells of the only day that is shown, as text. */
function cellsOf(day: HeatMapDay): string[] {
  const { markup } = renderHeatMap({ heatMap: [day] } as unknown as DashboardResponse, view)
  const [, row = ''] = markup.split('<tbody>')
  return [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = '']) => cell.replaceAll(/<[^>]+>/g, ' ').trim())
}

const numbered = (hours: number) => Array.from({ length: hours }, (_, hour) => hour)

describe('a heat map row', () => {
  test('has the score of each clock hour in its column', () => {
    const cells = cellsOf({ date: '2026-04-21', firstHour: '2026-04-20T22:00:00Z', scores: numbered(24) })
    expect(cells).toEqual(numbered(24).map(String))
  })

  test('is empty at the hour that spring skips', () => {
    const cells = cellsOf({ date: '2026-03-29', firstHour: '2026-03-28T23:00:00Z', scores: numbered(23) })
    expect(cells).toHaveLength(24)
    expect(cells.slice(0, 5)).toEqual(['0', '1', expect.stringContaining('pas de donnée'), '2', '3'])
  })

  test('has both scores at the hour that autumn repeats', () => {
    const cells = cellsOf({ date: '2026-10-25', firstHour: '2026-10-24T22:00:00Z', scores: numbered(25) })
    expect(cells).toHaveLength(24)
    expect(cells.slice(0, 5)).toEqual(['0', '1', '2 3', '4', '5'])
  })

  test('marks missing scores as missing, not as 0', () => {
    const cells = cellsOf({ date: '2026-04-21', firstHour: '2026-04-20T22:00:00Z', scores: [null, 0, ...numbered(22)] })
    expect(cells.slice(0, 2)).toEqual([expect.stringContaining('pas de donnée'), '0'])
  })
})

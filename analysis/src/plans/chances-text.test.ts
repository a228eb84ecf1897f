import { expect, test } from 'bun:test'
import { computeHonestChance } from '@hexawatt/shared/methodology/schedule/honest-chance'
import { writeChances } from './chances-text.ts'
import { type JudgedObjective, type PlanOutcome, type PlanStats, plannedLoads } from './evaluate-plans.ts'

/** Plans with one share of better paths; waiting paid for the given number of them. */
function createStats(objective: JudgedObjective, share: number, paid: number, of: number): PlanStats[] {
  const outcomes = Array.from({ length: of }, (_, index): PlanOutcome => {
    const said = objective === 'cost' ? share : computeHonestChance(share, 90)
    const waiting = { isWorth: true, said, share, paths: 90, hasSaved: index < paid, hasSavedThreePct: false }
    const saved = { plan: 0, yesterday: 0, atOnce: 0, random: 0 }
    return { issuedMs: index * 3_600_000, possible: 1, saved, waiting, isAtOnce: false }
  })
  return plannedLoads.slice(0, 1).map((load) => ({ load, objective, outcomes }))
}

test('what was said stands next to what was paid, in the class of what was said, with the largest gap', () => {
  const [cost = '', carbon = ''] = writeChances([
    ...createStats('cost', 0.75, 3, 4),
    ...createStats('carbon', 0.95, 17, 20),
  ])
  const rows = (table: string) => table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  expect(rows(cost)).toContainEqual(['', '70–80 %', '4', '75.0', '75.0', ''])
  expect(rows(cost)).toContainEqual(['', 'largest gap from 60 %', '', '', '0.0', ''])
  // The share of 95 % is a chance of 88.4 % as it is served; no half-year was before.
  expect(rows(carbon)).toContainEqual(['', '80–90 %', '0', '–', '–', '20', '88.4', '85.0', '0', '–', '–', ''])
  expect(rows(carbon)).toContainEqual(['', '90–100 %', '20', '95.0', '85.0', '0', '–', '–', '0', '–', '–', ''])
  expect(rows(carbon)).toContainEqual(['', 'largest gap from 60 %', '', '', '10.0', '', '', '3.4', '', '', '–', ''])
})

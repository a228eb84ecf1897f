import { parisMidnight } from '@hexawatt/shared/time/paris'
import type { PolledId } from '../sources/definition/source.ts'
import { getSource } from '../sources/registry.ts'
import { newestAgeDays, type PastContent, stageDays } from './past-contents.ts'

/** What is known of a day of a content. */
export type PastDay = { isKnown: boolean; askedSources: number }
/** Days by their date (`YYYY-MM-DD`), by content. */
export type PastDays = ReadonlyMap<string, ReadonlyMap<string, PastDay>>

/** Adjoining Paris days, oldest first, that one call of a source asks for, or one call for each of its borders or types. */
export type PastPiece = { content: PastContent; source: PolledId; days: readonly Temporal.PlainDate[] }

/** Longest piece, days: a longer one needs more memory and loses more work when it is interrupted. */
const maxPieceDays = 31

/**
 * The next piece to load: of the first stage that lacks a day, of the first such content, the newest such days. Optional contents come after all others. Days
 * that are known, and days that every source was asked for, are not loaded.
 *
 * @returns null when nothing is left
 */
export function pickNextPiece(
  contents: readonly PastContent[],
  today: Temporal.PlainDate,
  known: PastDays,
): PastPiece | null {
  for (const ofKind of [contents.filter((one) => !one.isOptional), contents.filter((one) => one.isOptional)]) {
    for (const stage of stageDays) {
      for (const content of ofKind) {
        const days = known.get(content.id) ?? new Map()
        const piece = pickPieceOf(content, today, days, Math.min(stage, content.maxAgeDays))
        if (piece !== null) return piece
      }
    }
  }
  return null
}

/** Whether no day from an age up to another is left to load. */
export function isStageLoaded(
  contents: readonly PastContent[],
  today: Temporal.PlainDate,
  known: PastDays,
  stage: number,
  fromAge: number = newestAgeDays,
): boolean {
  return contents.every((content) => {
    const lastAge = Math.min(stage, content.maxAgeDays)
    return pickPieceOf(content, today, known.get(content.id) ?? new Map(), lastAge, fromAge) === null
  })
}

function pickPieceOf(
  content: PastContent,
  today: Temporal.PlainDate,
  known: ReadonlyMap<string, PastDay>,
  lastAge: number,
  fromAge: number = newestAgeDays,
): PastPiece | null {
  const dateOf = (age: number) => today.subtract({ days: age })
  /** The source to ask for the day of an age; undefined when the day is known or no source is left. */
  const findSource = (age: number): PolledId | undefined => {
    const day = known.get(dateOf(age).toString())
    return day?.isKnown === true ? undefined : content.sources(age)[day?.askedSources ?? 0]
  }
  for (let newest = fromAge; newest <= lastAge; newest += 1) {
    const source = findSource(newest)
    if (source === undefined) continue
    const days = [dateOf(newest)]
    const calls = countCalls(source, days)
    for (let age = newest + 1; age <= lastAge && findSource(age) === source; age += 1) {
      const longer = [dateOf(age), ...days]
      if (longer.length > maxPieceDays || countCalls(source, longer) > calls) break
      days.unshift(dateOf(age))
    }
    return { content, source, days }
  }
  return null
}

/** The window of adjoining days. */
export function toPieceWindow(days: readonly Temporal.PlainDate[]) {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) throw new Error('a piece without days')
  return { start: parisMidnight(first), end: parisMidnight(last.add({ days: 1 })) }
}

function countCalls(source: PolledId, days: readonly Temporal.PlainDate[]): number {
  return getSource(source).backfillCalls?.(toPieceWindow(days)).length ?? 0
}

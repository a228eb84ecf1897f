import { addDaysTo, findInstant } from './paris-calendar.ts'
import { listDates, type PlainInput, visitMinutes } from './plain-statement.ts'

export type PlainLoad = {
  kwh: number
  minutes: number
  usualStartMinute: number
  window: { fromMinute: number; toMinute: number }
}
type Run = { eur: number; grams: number }
export type PlainMoves = {
  daysWithLoad: number
  daysWithoutLoad: number
  countedDays: number
  byPrice: Run
  byCarbon: Run
}

const closeTo = (one: number, other: number, within: number) => Math.abs(one - other) <= within

/** Every allowed start of every day tried, minute by minute, under one contract. */
export function calculateMoves(input: PlainInput, load: PlainLoad, contract: number): PlainMoves {
  const consumed = new Map<number, number>()
  visitMinutes(input, ({ atMs, kwh }) => consumed.set(atMs, kwh))
  const known = new Map<number, Run>()
  // A run may lie in a gap of the file: prices and intensities of all minutes of the period.
  const [fromMs, toMs] = [Math.floor(input.fromMs / 3_600_000), Math.ceil(input.toMs / 3_600_000)].map(
    (hour) => hour * 3_600_000,
  )
  const wholePeriod = [{ startMs: fromMs ?? 0, minutes: ((toMs ?? 0) - (fromMs ?? 0)) / 60_000, kwh: 0 }]
  visitMinutes({ ...input, steps: wholePeriod }, ({ atMs, hour, prices }) => {
    const [price, grams] = [prices[contract], hour?.production ?? null]
    if (price !== undefined && grams !== null) known.set(atMs, { eur: price, grams })
  })
  const listMinutes = (startMs: number) => Array.from({ length: load.minutes }, (_, index) => startMs + index * 60_000)
  function runAt(startMs: number): Run | undefined {
    const minutes = listMinutes(startMs).map((atMs) => known.get(atMs))
    const found = minutes.filter((minute) => minute !== undefined)
    if (found.length < minutes.length) return undefined
    const share = load.kwh / load.minutes
    return {
      eur: share * found.reduce((sum, { eur }) => sum + eur, 0),
      grams: share * found.reduce((sum, { grams }) => sum + grams, 0),
    }
  }
  const moves = {
    daysWithLoad: 0,
    daysWithoutLoad: 0,
    countedDays: 0,
    byPrice: { eur: 0, grams: 0 },
    byCarbon: { eur: 0, grams: 0 },
  }
  const { fromMinute, toMinute } = load.window
  const endMinute = toMinute > fromMinute ? toMinute : toMinute + 1_440
  const startMinute =
    load.usualStartMinute +
    (load.usualStartMinute < fromMinute && load.usualStartMinute + 1_440 < endMinute ? 1_440 : 0)
  const instantOf = (date: string, minute: number) =>
    findInstant(addDaysTo(date, Math.floor(minute / 1_440)), minute % 1_440) ?? Number.NaN
  for (const date of listDates(input)) {
    const usualMs = instantOf(date, startMinute)
    if (!(usualMs >= input.fromMs && usualMs + load.minutes * 60_000 <= input.toMs)) continue
    if (listMinutes(usualMs).reduce((sum, atMs) => sum + (consumed.get(atMs) ?? 0), 0) < load.kwh - 1e-9) {
      moves.daysWithoutLoad += 1
      continue
    }
    moves.daysWithLoad += 1
    const usual = runAt(usualMs)
    if (usual === undefined) continue
    moves.countedDays += 1
    const runs = [usual]
    const lastMs = instantOf(date, endMinute) - load.minutes * 60_000
    for (let startMs = instantOf(date, fromMinute); startMs <= lastMs; startMs += 900_000) {
      const run = runAt(startMs)
      if (run !== undefined) runs.push(run)
    }
    const [leastEur, leastGrams] = [
      Math.min(...runs.map(({ eur }) => eur)),
      Math.min(...runs.map(({ grams }) => grams)),
    ]
    const cheapest = runs.filter(({ eur }) => closeTo(eur, leastEur, 1e-9))
    const cleanest = runs.filter(({ grams }) => closeTo(grams, leastGrams, 1e-6))
    moves.byPrice.eur += usual.eur - leastEur
    moves.byPrice.grams += usual.grams - Math.min(...cheapest.map(({ grams }) => grams))
    moves.byCarbon.eur += usual.eur - Math.min(...cleanest.map(({ eur }) => eur))
    moves.byCarbon.grams += usual.grams - leastGrams
  }
  return moves
}

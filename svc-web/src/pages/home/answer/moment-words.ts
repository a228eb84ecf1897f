import type { Language } from '@hexawatt/shared/contract/values/languages'
import { quarterHourMs } from '@hexawatt/shared/time/instant'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import { addDays, listParisSlots } from '@hexawatt/shared/time/paris-clock'
import type { View } from '../texts/view.ts'

/** A start within this time counts as now, ms. */
const nowWithinMs = quarterHourMs

/** Hours at which night, morning, afternoon and evening end. */
const [nightEnds, noon, afternoonEnds] = [6, 12, 18] as const

/** Created once: creating a format costs a hundred times as much as writing a day. */
const weekdayFormats: Readonly<Record<Language, Intl.DateTimeFormat>> = {
  fr: new Intl.DateTimeFormat('fr-FR', { weekday: 'long', timeZone: parisTimeZone }),
  en: new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: parisTimeZone }),
}

/** A moment as one says it: `maintenant`, `ce soir à 22 h`, `cette nuit à 3 h`, `demain à midi`, `jeudi à 9 h`. */
export function writeMoment(atMs: number, nowMs: number, view: View): string {
  const { moments } = view.texts.answer
  if (atMs - nowMs < nowWithinMs) return moments.now
  return nameMoment(atMs, nowMs, writeAtTime(atMs, view), view)
}

/** A time with the name of its part of the day: `cette nuit 3 h – 5 h`. */
export function nameMoment(atMs: number, nowMs: number, time: string, view: View): string {
  const { moments } = view.texts.answer
  const [at, now] = [findClock(atMs), findClock(nowMs)]
  const isNight = at.hour < nightEnds
  if (at.date === now.date) {
    if (isNight) return moments.night(time)
    if (at.hour < noon) return moments.morning(time)
    if (at.minuteOfDay === noon * 60) return moments.noon(time)
    return at.hour < afternoonEnds ? moments.afternoon(time) : moments.evening(time)
  }
  if (at.date === addDays(now.date, 1)) {
    // Before the morning "this night" is the one in progress.
    return isNight && now.hour >= nightEnds ? moments.night(time) : moments.tomorrow(time)
  }
  return moments.later(writeWeekday(atMs, view.language), time)
}

/** `à 3 h`, `à midi`, `à minuit`. */
function writeAtTime(atMs: number, { texts: { answer }, format }: View): string {
  const { minuteOfDay } = findClock(atMs)
  if (minuteOfDay === 0) return answer.atMidnight
  return minuteOfDay === noon * 60 ? answer.atNoon : answer.at(format.time(new Date(atMs).toISOString()))
}

/** Day of the week of an instant in Paris, in full. */
export function writeWeekday(atMs: number, language: Language): string {
  return weekdayFormats[language].format(atMs)
}

/** The clock of Paris at an instant; its date, minute of the day and hour. */
export function findClock(atMs: number): { date: string; minuteOfDay: number; hour: number } {
  const slotMs = Math.floor(atMs / quarterHourMs) * quarterHourMs
  const { date = '', minuteOfDay = 0 } = listParisSlots(slotMs, 1)[0] ?? {}
  return { date, minuteOfDay, hour: Math.floor(minuteOfDay / 60) }
}

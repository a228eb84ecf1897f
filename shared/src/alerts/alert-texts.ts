import type { Language } from '../contract/values/languages.ts'
import { formatFigure, type Sentence, writeSentence } from '../methodology/score/texts/sentence.ts'
import { toParisTime } from '../time/paris.ts'
import {
  type AlertCondition,
  type AnnouncedColor,
  type ValueAlertKind,
  valueAlertRules,
  type WindowObjective,
} from './alert-conditions.ts'
import type { AlertMessage } from './alert-message.ts'

/** Levels of the grid signal, from 0 on. */
export const signalLevelNames: readonly Sentence[] = [
  { fr: 'décarboné', en: 'decarbonised' },
  { fr: 'sans tension', en: 'no tension' },
  { fr: 'tendu', en: 'tense' },
  { fr: 'très tendu', en: 'very tense' },
]

export const colorNames: Readonly<Record<AnnouncedColor, Sentence>> = {
  blue: { fr: 'bleu', en: 'blue' },
  white: { fr: 'blanc', en: 'white' },
  red: { fr: 'rouge', en: 'red' },
}

export const objectiveNames: Readonly<Record<WindowObjective, Sentence>> = {
  score: { fr: 'la meilleure note', en: 'the best score' },
  carbon: { fr: 'le moins de CO₂', en: 'the least carbon' },
  price: { fr: 'le prix le plus bas', en: 'the lowest price' },
}

const valueNames: Readonly<Record<ValueAlertKind, Sentence>> = {
  score: { fr: 'Note', en: 'Score' },
  carbon: { fr: 'Intensité carbone', en: 'Carbon intensity' },
  price: { fr: 'Prix de marché', en: 'Market price' },
  grid_signal: { fr: 'EcoWatt', en: 'EcoWatt' },
}

const units: Readonly<Record<ValueAlertKind, string>> = {
  score: '/100',
  carbon: ' gCO₂eq/kWh',
  price: ' €/MWh',
  grid_signal: '',
}

/** A value with its unit, or the name of a level. */
function formatAlertValue(kind: ValueAlertKind, value: number, language: Language): string {
  if (kind === 'grid_signal') return (signalLevelNames[value] ?? { fr: '?', en: '?' })[language]
  return `${formatFigure(value, Number.isInteger(value) ? 0 : 2, language)}${units[kind]}`
}

export function describeCondition(condition: AlertCondition, language: Language): string {
  return writeSentence(composeConditionSentence(condition), language)
}

function composeConditionSentence(condition: AlertCondition): Sentence {
  switch (condition.kind) {
    case 'tariff_color': {
      const names = (language: Language, or: string) =>
        condition.colors.map((color) => colorNames[color][language]).join(or)
      return {
        fr: `Demain est un jour Tempo ${names('fr', ' ou ')}`,
        en: `Tomorrow is a ${names('en', ' or ')} Tempo day`,
      }
    }
    case 'best_window': {
      const { durationMinutes: minutes, objective, atHour } = condition
      return {
        fr: `Meilleure plage de ${minutes} min des 24 h à venir (${objectiveNames[objective].fr}), chaque jour à ${atHour} h`,
        en: `Best window of ${minutes} min in the next 24 hours (${objectiveNames[objective].en}), every day at ${atHour}:00`,
      }
    }
    case 'quota':
      return { fr: '80 % puis 100 % du volume mensuel utilisés', en: '80%, then 100% of the monthly volume used' }
    default: {
      const { kind, side, threshold } = condition
      const sentence = (language: Language) => {
        const sides = { fr: { above: 'au moins', below: 'au plus' }, en: { above: 'at least', below: 'at most' } }
        return `${valueNames[kind][language]} : ${sides[language][side]} ${formatAlertValue(kind, threshold, language)}`
      }
      return { fr: sentence('fr'), en: sentence('en').replace(' :', ':') }
    }
  }
}

/** Describes an event in one sentence. */
export function describeMessage(message: AlertMessage, language: Language): string {
  return writeSentence(composeMessageSentence(message), language)
}

function composeMessageSentence({ type, data }: AlertMessage): Sentence {
  switch (type) {
    case 'alert.test':
      return { fr: 'Ceci est un essai : cette alerte vous parvient.', en: 'This is a test: this alert reaches you.' }
    case 'alert.tariff_color':
      // A blue day is announced only to correct another colour that was announced before.
      if (data.color === 'blue') {
        return {
          fr: `Demain, ${formatDay(data.date, 'fr')}, est finalement un jour Tempo ${colorNames.blue.fr}.`,
          en: `Tomorrow, ${formatDay(data.date, 'en')}, is a ${colorNames.blue.en} Tempo day after all.`,
        }
      }
      return {
        fr: `Demain, ${formatDay(data.date, 'fr')}, est un jour Tempo ${colorNames[data.color].fr}.`,
        en: `Tomorrow, ${formatDay(data.date, 'en')}, is a ${colorNames[data.color].en} Tempo day.`,
      }
    case 'alert.best_window':
      return {
        fr: `La meilleure plage va de ${formatMoment(data.start, 'fr')} à ${formatMoment(data.end, 'fr')} (heure de Paris).`,
        en: `The best window runs from ${formatMoment(data.start, 'en')} to ${formatMoment(data.end, 'en')} (Paris time).`,
      }
    case 'alert.quota':
      return {
        fr: `Votre compte a utilisé ${data.percent} % de son volume mensuel : ${formatFigure(data.requests, 0, 'fr')} réponses sur ${formatFigure(data.monthlyQuota, 0, 'fr')}.`,
        en: `Your account has used ${data.percent}% of its monthly volume: ${formatFigure(data.requests, 0, 'en')} answers of ${formatFigure(data.monthlyQuota, 0, 'en')}.`,
      }
    default: {
      const kind = toValueKind(type)
      return {
        fr: `${valueNames[kind].fr} : ${formatAlertValue(kind, data.value, 'fr')}.`,
        en: `${valueNames[kind].en}: ${formatAlertValue(kind, data.value, 'en')}.`,
      }
    }
  }
}

function toValueKind(type: `alert.${ValueAlertKind}`): ValueAlertKind {
  const kind = type.slice('alert.'.length)
  if (Object.hasOwn(valueAlertRules, kind)) return kind as ValueAlertKind
  throw new Error(`${type} is no alert of a value`)
}

const locales = { fr: 'fr-FR', en: 'en-GB' } as const

function formatDay(date: string, language: Language): string {
  const day = Temporal.PlainDate.from(date)
  return day.toLocaleString(locales[language], { weekday: 'long', day: 'numeric', month: 'long' })
}

function formatMoment(instant: string, language: Language): string {
  const local = toParisTime(Temporal.Instant.from(instant))
  const day = local.toPlainDate().toLocaleString(locales[language], { weekday: 'long' })
  const minute = String(local.minute).padStart(2, '0')
  return language === 'fr'
    ? `${day} ${local.hour} h ${minute}`
    : `${day} ${String(local.hour).padStart(2, '0')}:${minute}`
}

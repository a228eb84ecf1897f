import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { ScoreLevel } from '@hexawatt/shared/contract/score'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import { addFrenchSpaces } from '@hexawatt/shared/methodology/score/texts/sentence'

export type EmbedTexts = {
  title: string
  levels: Readonly<Record<ScoreLevel, string>>
  /** Labels of the flat badge and lines of the hexagon. */
  labels: { score: string; carbon: string }
  unitOfIntensity: string
  noData: string
  invented: Readonly<Record<DashboardResponse['mode'], string | null>>
  computedAt: (time: string) => string
  outdated: (moment: string) => string
  noScore: string
  outOf: string
  intensity: string
  noIntensity: string
  best: string
  noBest: string
  days: readonly [today: string, tomorrow: string]
  at: (day: string, hour: string, score: string) => string
  toSite: string
}

const french: EmbedTexts = {
  title: 'L’électricité en France, par Hexawatt',
  levels: { Optimal: 'favorable', Acceptable: 'correct', Unfavorable: 'défavorable' },
  labels: { score: 'électricité, note', carbon: 'électricité, CO₂' },
  unitOfIntensity: 'g/kWh',
  noData: 'pas de donnée',
  invented: { live: null, open: null, demo: 'valeurs inventées', replay: 'rejeu d’archives' },
  computedAt: (time) => `à ${time}`,
  outdated: (moment) => `en retard, calcul du ${moment}`,
  noScore: 'La note n’est pas connue en ce moment.',
  outOf: 'sur 100',
  intensity: 'de CO₂ par kWh',
  noIntensity: 'Le CO₂ par kWh n’est pas connu en ce moment.',
  best: 'Meilleure note à venir',
  noBest: 'Aucune prévision en ce moment.',
  days: ['aujourd’hui', 'demain'],
  at: (day, hour, score) => `${day} à ${hour}, ${score} sur 100`,
  toSite: addFrenchSpaces('Quand lancer mes appareils ?'),
}

const english: EmbedTexts = {
  title: 'Electricity in France, by Hexawatt',
  levels: { Optimal: 'favourable', Acceptable: 'fair', Unfavorable: 'unfavourable' },
  labels: { score: 'electricity, score', carbon: 'electricity, CO₂' },
  unitOfIntensity: 'g/kWh',
  noData: 'no data',
  invented: { live: null, open: null, demo: 'invented values', replay: 'replay of archives' },
  computedAt: (time) => `at ${time}`,
  outdated: (moment) => `late, computed ${moment}`,
  noScore: 'The score is not known at the moment.',
  outOf: 'out of 100',
  intensity: 'of CO₂ per kWh',
  noIntensity: 'CO₂ per kWh is not known at the moment.',
  best: 'Best score ahead',
  noBest: 'No forecast at the moment.',
  days: ['today', 'tomorrow'],
  at: (day, hour, score) => `${day} at ${hour}, ${score} out of 100`,
  toSite: 'When to run my appliances?',
}

export const embedTexts: Readonly<Record<Language, EmbedTexts>> = { fr: french, en: english }

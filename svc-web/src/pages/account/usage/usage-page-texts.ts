import type { Language } from '@hexawatt/shared/contract/values/languages'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'
import type { StatusCounts } from '@hexawatt/shared/usage/usage-day-store'

/** Texts of the page of usage. */
export type UsagePageTexts = {
  navigation: string
  /** Heading of a month's figures. @param month such as "November 2026" */
  monthOf: (month: string) => string
  requests: string
  quota: string
  remaining: string
  beyond: string
  base: string
  overage: string
  soFar: string
  total: string
  plan: string
  rules: (cap: string) => string
  /** Of plans that serve nothing beyond their quota. */
  hardRule: string
  noBill: string
  choose: { month: string; key: string; allKeys: string; otherKeys: string; show: string }
  byDay: string
  byMonth: string
  byKey: string
  none: string
  groups: Readonly<Record<keyof StatusCounts, string>>
  columns: { day: string; month: string; key: string; all: string }
  table: string
  download: string
  note: string
  /** A list that does not hold everything. */
  truncated: string
  euros: (amount: string) => string
}

const french: UsagePageTexts = {
  navigation: 'Consommation',
  monthOf: (month) => `Votre consommation, ${month}`,
  requests: fr('Requêtes comptées (statut 200)'),
  quota: 'Incluses dans l’offre',
  remaining: 'Restantes ce mois-ci',
  beyond: 'Au-delà du quota',
  base: 'Prix de l’offre',
  overage: 'Prix des requêtes au-delà',
  soFar: fr('Facture à ce jour'),
  total: 'Facture du mois',
  plan: 'Offre',
  rules: (cap) =>
    fr(
      `Les requêtes au-delà du quota sont servies et facturées au prix de l’offre en vigueur, jusqu’à ${cap} dans le mois. Le mois est un mois civil, en UTC.`,
    ),
  hardRule: fr(
    'Au-delà du quota, les requêtes sont refusées jusqu’au premier du mois suivant. Le mois est un mois civil, en UTC.',
  ),
  noBill: 'Le compte n’existait pas encore ce mois-là.',
  choose: { month: 'Mois', key: 'Clé', allKeys: 'Toutes les clés', otherKeys: 'Sans clé connue', show: 'Afficher' },
  byDay: 'Par jour',
  byMonth: 'Par mois',
  byKey: 'Par clé',
  none: 'Aucune requête sur cette période.',
  groups: {
    ok: '200 (comptées)',
    notModified: '304 (gratuites)',
    refused: '4xx (refusées)',
    limited: '429 (limite)',
    failed: '5xx (erreurs)',
  },
  columns: { day: 'Jour (UTC)', month: 'Mois', key: 'Clé', all: 'Total' },
  table: 'Les valeurs en tableau',
  download: 'Télécharger le mois en CSV',
  note: fr(
    'Seules les réponses au statut 200 sont comptées dans le mois. Le détail par jour est écrit toutes les quelques secondes : il peut avoir un léger retard, et l’arrêt brutal d’un serveur peut lui faire perdre quelques secondes. La facture, elle, repose sur le compteur du mois.',
  ),
  truncated: fr('La liste est trop longue pour être donnée en entier : le total du mois, lui, est complet.'),
  euros: (amount) => fr(`${amount} €`),
}

const english: UsagePageTexts = {
  navigation: 'Usage',
  monthOf: (month) => `Your usage, ${month}`,
  requests: 'Requests counted (status 200)',
  quota: 'Included in the plan',
  remaining: 'Left this month',
  beyond: 'Beyond the quota',
  base: 'Price of the plan',
  overage: 'Price of the requests beyond it',
  soFar: 'Bill so far',
  total: 'Bill of the month',
  plan: 'Plan',
  rules: (cap) =>
    `Requests beyond the quota are served and billed at the price of the plan in force, up to ${cap} in the month. The month is a calendar month, in UTC.`,
  hardRule:
    'Beyond the quota, requests are refused until the first of the next month. The month is a calendar month, in UTC.',
  noBill: 'The account did not exist in that month.',
  choose: { month: 'Month', key: 'Key', allKeys: 'All keys', otherKeys: 'Without a known key', show: 'Show' },
  byDay: 'By day',
  byMonth: 'By month',
  byKey: 'By key',
  none: 'No requests in this period.',
  groups: {
    ok: '200 (counted)',
    notModified: '304 (free)',
    refused: '4xx (refused)',
    limited: '429 (limit)',
    failed: '5xx (errors)',
  },
  columns: { day: 'Day (UTC)', month: 'Month', key: 'Key', all: 'Total' },
  table: 'The values as a table',
  download: 'Download the month as CSV',
  note: 'Only answers with status 200 count against the month. The days are written every few seconds: they may lag a little, and a server that is killed may lose some seconds of them. The bill rests on the count of the month.',
  truncated: 'The list is too long to be given in full; the total of the month is complete.',
  euros: (amount) => `€${amount}`,
}

/** The texts of each language. */
export const usagePageTexts: Readonly<Record<Language, UsagePageTexts>> = { fr: french, en: english }

import type { Language } from '@hexawatt/shared/contract/values/languages'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'

const french = {
  navigation: 'Utilisation',
  /** Heading of a month's figures. @param month such as "November 2026" */
  monthOf: (month: string) => `En ${month}`,
  requests: fr('Requêtes comptées (statut 200)'),
  quota: 'Incluses dans l’offre',
  remaining: 'Restantes ce mois-ci',
  beyond: 'Au-delà du quota',
  base: 'Prix de l’offre',
  overage: 'Prix des requêtes au-delà',
  soFar: fr('Facture à ce jour'),
  total: 'Facture du mois',
  plan: 'Offre',
  rules: (cap: string) =>
    fr(
      `Les requêtes au-delà du quota sont servies et facturées au prix de l’offre en vigueur, jusqu’à ${cap} dans le mois. Le mois est un mois civil, en UTC.`,
    ),
  /** For plans that serve nothing beyond their quota. */
  hardRule: fr(
    'Au-delà du quota, les requêtes sont refusées jusqu’au premier du mois suivant. Le mois est un mois civil, en UTC.',
  ),
  noBill: 'Le compte n’existait pas encore ce mois-là.',
  choose: { month: 'Mois', key: 'Clé', allKeys: 'Toutes les clés', otherKeys: 'Sans clé connue', show: 'Afficher' },
  byDay: 'Par jour',
  byMonth: 'Par mois',
  byKey: 'Par clé',
  none: 'Aucune requête sur cette période.',
  firstKey: 'Créer une clé et l’essayer',
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
    'Seules les réponses au statut 200 sont comptées dans le mois. Le détail par jour est enregistré avec quelques secondes de retard, et l’arrêt brutal d’un serveur peut lui en faire perdre quelques-unes. La facture, elle, repose sur le compteur du mois.',
  ),
  /** Shown for an incomplete list. */
  truncated: fr('La liste est trop longue pour être donnée en entier : le total du mois, lui, est complet.'),
  euros: (amount: string) => fr(`${amount} €`),
}

/** Texts of the page of usage. */
export type UsagePageTexts = typeof french

const english: UsagePageTexts = {
  navigation: 'Usage',
  monthOf: (month) => `In ${month}`,
  requests: 'Requests counted (status 200)',
  quota: 'Included in the plan',
  remaining: 'Left this month',
  beyond: 'Beyond the quota',
  base: 'Price of the plan',
  overage: 'Price of requests beyond the quota',
  soFar: 'Bill so far',
  total: 'Bill for the month',
  plan: 'Plan',
  rules: (cap) =>
    `Requests beyond the quota are served and billed at the price of the current plan, up to ${cap} in the month. The month is a calendar month in UTC.`,
  hardRule:
    'Beyond the quota, requests are refused until the first day of the next month. The month is a calendar month in UTC.',
  noBill: 'The account did not exist in that month.',
  choose: { month: 'Month', key: 'Key', allKeys: 'All keys', otherKeys: 'Without a known key', show: 'Show' },
  byDay: 'By day',
  byMonth: 'By month',
  byKey: 'By key',
  none: 'No requests in this period.',
  firstKey: 'Create a key and try it',
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
  note: 'Only answers with status 200 count against the month. Daily figures are stored every few seconds: they may lag slightly, and miss a few seconds if a server is killed. The bill is based on the monthly count.',
  truncated: 'The list is too long to be shown in full; the monthly total is complete.',
  euros: (amount) => `€${amount}`,
}

/** The texts of each language. */
export const usagePageTexts: Readonly<Record<Language, UsagePageTexts>> = { fr: french, en: english }

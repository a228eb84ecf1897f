import type { Language } from '@hexawatt/shared/contract/values/languages'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'

import type { CopyTexts } from './copied-call.ts'

export type ReferenceTexts = {
  title: string
  description: string
  heading: string
  lead: string
  address: string
  key: string
  keyHeader: string
  demoKey: string
  getKey: string
  errors: string
  errorFormat: string
  errorList: string
  limits: string
  limitsOf: (minute: string, month: string) => string
  plans: string
  developers: string
  /** The operation that most readers look for. */
  schedule: string
  rulesLink: string
  operations: string
  withoutScript: string
  rules: string
  rulesLead: string
  /** Words of the calls to copy. */
  copy: CopyTexts
}

const french: ReferenceTexts = {
  title: 'Documentation de l’API',
  description: fr(
    'Toutes les opérations de l’API d’Hexawatt : paramètres, réponses, essai en direct, appels à copier en curl, TypeScript et Python.',
  ),
  heading: 'Documentation de l’API',
  lead: fr(
    'Ouvrez une opération, copiez l’appel ou essayez-la ici avec votre clé. Les opérations sont décrites en anglais.',
  ),
  address: 'Adresse',
  key: 'Clé',
  keyHeader: 'dans l’en-tête',
  demoKey: fr('clé de démonstration : '),
  getKey: 'obtenir une clé',
  errors: 'Erreurs',
  errorFormat: 'au format',
  errorList: 'liste des codes',
  limits: 'Limites',
  limitsOf: (minute, month) => fr(`offre gratuite : ${minute} requêtes par minute, ${month} par mois`),
  plans: 'toutes les offres',
  developers: 'Premiers appels, clients, intégrations',
  schedule: 'Quand lancer un appareil',
  rulesLink: 'Règles communes',
  operations: 'Les opérations',
  withoutScript: fr(
    'Sans JavaScript, cette page donne l’appel de chaque opération. Paramètres et réponses sont décrits dans openapi.json.',
  ),
  rules: 'Règles communes à toutes les opérations',
  rulesLead: fr('En anglais, comme les descriptions des opérations.'),
  copy: { legend: 'Copier l’appel', button: 'Copier' },
}

const english: ReferenceTexts = {
  title: 'API reference',
  description:
    'Every operation of the Hexawatt API: parameters, answers, live trial, and calls to copy for curl, TypeScript and Python.',
  heading: 'API reference',
  lead: 'Open an operation, copy its call, or try it here with your key.',
  address: 'Address',
  key: 'Key',
  keyHeader: 'in the header',
  demoKey: 'demo key: ',
  getKey: 'get a key',
  errors: 'Errors',
  errorFormat: 'as',
  errorList: 'list of codes',
  limits: 'Limits',
  limitsOf: (minute, month) => `free plan: ${minute} requests per minute, ${month} per month`,
  plans: 'all plans',
  developers: 'First calls, clients, integrations',
  schedule: 'When to run an appliance',
  rulesLink: 'Common rules',
  operations: 'The operations',
  withoutScript:
    'Without JavaScript this page gives the call of each operation. Parameters and answers are described in openapi.json.',
  rules: 'Rules that every operation shares',
  rulesLead: 'What the operations have in common.',
  copy: { legend: 'Copy the call', button: 'Copy' },
}

export const referenceTexts: Readonly<Record<Language, ReferenceTexts>> = { fr: french, en: english }

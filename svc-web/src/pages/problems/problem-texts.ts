import { type ProblemCode, problemTable } from '@hexawatt/shared/contract/problem'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'
import { frenchProblems } from './problems-in-french.ts'

/** The words of a code. */
export type ProblemWords = { title: string; lead: string | null; remedy: string }

export type ProblemTexts = {
  problem: (code: ProblemCode) => ProblemWords
  code: string
  status: string
  whatToDo: string
  /** Before and after the name of a header. */
  wait: readonly [before: string, after: string]
  noRetry: string
  where: string
  example: string
  answerTo: string
  /** After the name of the field. */
  detail: string
  traceId: string
  allCodes: string
  reference: string
  heading: string
  description: string
  lead: readonly [before: string, afterType: string, afterCode: string, afterLink: string]
  columns: readonly [status: string, code: string, meaning: string]
}

const french: ProblemTexts = {
  problem(code) {
    const { title, sentence, remedy } = frenchProblems[code]
    return { title, lead: fr(sentence), remedy: fr(remedy) }
  },
  code: 'Code',
  status: 'statut HTTP',
  whatToDo: 'Que faire',
  wait: ['Avant de réessayer, attendez au moins le nombre de secondes indiqué par ', '.'],
  noRetry: fr('La même requête sera de nouveau refusée : réessayer ne sert à rien.'),
  where: 'Opérations concernées',
  example: 'Exemple',
  answerTo: 'La réponse à',
  detail: fr('dit ce qui n’allait pas dans votre requête ;'),
  traceId: 'permet à l’opérateur de la retrouver dans ses journaux.',
  allCodes: 'Tous les codes',
  reference: 'Documentation de l’API',
  heading: 'Codes d’erreur',
  description: fr('Tous les codes d’erreur de l’API d’Hexawatt : ce qu’ils veulent dire, et que faire.'),
  lead: [
    'Chaque erreur est au format ',
    ' (RFC 9457). Un programme décide d’après ',
    fr(' : ce mot ne change jamais. '),
    ' est l’adresse de la page qui explique le code.',
  ],
  columns: ['Statut', 'Code', 'Signification'],
}

const english: ProblemTexts = {
  problem(code) {
    const { title, remedy } = problemTable[code]
    return { title, lead: null, remedy }
  },
  code: 'Code',
  status: 'HTTP status',
  whatToDo: 'What to do',
  wait: ['Wait at least as many seconds as ', ' says before you try again.'],
  noRetry: 'The same request will be refused again: a retry does not help.',
  where: 'Where it occurs',
  example: 'Example',
  answerTo: 'The answer to',
  detail: 'says what was wrong with your request; with the',
  traceId: 'the operator can find it in the logs.',
  allCodes: 'All codes',
  reference: 'API reference',
  heading: 'Error codes',
  description: 'Every error code of the Hexawatt API: what it means, and what to do.',
  lead: [
    'Every error is ',
    ' (RFC 9457). Programs should decide by ',
    ', which is stable; ',
    ' is the address of the page about the code.',
  ],
  columns: ['Status', 'Code', 'Meaning'],
}

export const problemTexts: Readonly<Record<Language, ProblemTexts>> = { fr: french, en: english }

import type { Language } from '@hexawatt/shared/contract/values/languages'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'

/** Kinds of errors that a visitor can tell apart. */
export type ErrorKind = 'unknown' | 'refused' | 'busy' | 'unavailable' | 'fault'

export type ErrorTexts = {
  /** Before the number of the status. */
  error: string
  headings: Readonly<Record<ErrorKind, string>>
  sentences: Readonly<Record<ErrorKind, string>>
  nearest: string
  keyInAddress: string
  home: string
  again: string
  reference: string
  forPrograms: string
  /** Before the id that finds the error in the logs. */
  faultReference: string
}

const french: ErrorTexts = {
  error: 'Erreur',
  headings: {
    unknown: 'Rien n’est branché ici',
    refused: 'Demande refusée',
    busy: fr('Trop de demandes à la fois'),
    unavailable: 'Momentanément indisponible',
    fault: 'Le courant a sauté de notre côté',
  },
  sentences: {
    unknown: fr('Cette adresse ne mène à aucune page : elle a changé, ou n’a jamais existé.'),
    refused: fr('Cette demande ne peut pas aboutir telle quelle :'),
    busy: fr('Réessayez dans quelques instants : la page sera de nouveau à vous.'),
    unavailable: fr('Les données de cette page ne répondent pas. Réessayez dans quelques instants.'),
    fault: fr('La page n’a pas pu être préparée. L’erreur est enregistrée ; réessayez dans quelques instants.'),
  },
  nearest: fr('Vous cherchiez peut-être :'),
  keyInAddress: fr(
    'L’adresse contenait une clé d’API. Une clé s’envoie dans l’en-tête X-Api-Key, jamais dans l’adresse : révoquez-la si d’autres ont pu la lire.',
  ),
  again: 'Réessayer',
  home: fr('Quand lancer mes appareils ?'),
  reference: 'Documentation de l’API',
  forPrograms: 'Un programme reçoit, lui, un document application/problem+json.',
  faultReference: fr('Référence pour l’opérateur :'),
}

const english: ErrorTexts = {
  error: 'Error',
  headings: {
    unknown: 'Nothing is plugged in here',
    refused: 'Request refused',
    busy: 'Too many requests at once',
    unavailable: 'Unavailable at the moment',
    fault: 'A fuse has blown on our side',
  },
  sentences: {
    unknown: 'This address leads to no page: it has changed, or never existed.',
    refused: 'This request cannot be answered as it is:',
    busy: 'Try again shortly: the page will be yours again.',
    unavailable: 'The data behind this page do not answer. Try again shortly.',
    fault: 'The page could not be prepared. The error is recorded; try again shortly.',
  },
  nearest: 'Perhaps you were looking for:',
  keyInAddress:
    'The address contained an API key. A key is sent in the header X-Api-Key, never in the address: revoke it if others may have read it.',
  again: 'Try again',
  home: 'When should I run my appliances?',
  reference: 'API documentation',
  forPrograms: 'A program receives an application/problem+json document instead.',
  faultReference: 'Reference for the operator:',
}

/** The words of error pages in each language. */
export const errorTexts: Readonly<Record<Language, ErrorTexts>> = { fr: french, en: english }

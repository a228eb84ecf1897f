import type { Language } from '@hexawatt/shared/contract/values/languages'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'

const french = {
  language: 'fr' as Language,
  /** Heading of pages that the navigation does not list. */
  heading: 'Votre compte',
  description: fr('Votre compte Hexawatt : clés, utilisation, offre et alertes.'),
  /** Title of a page that shows why a form was refused. */
  refusedTitle: (heading: string) => fr(`Erreur : ${heading}`),
  navigation: 'Compte',
  signedInAs: fr('Connecté :'),
  signOut: 'Se déconnecter',
  refused: { heading: 'Votre demande n’a pas abouti', back: 'Revenir au compte' },
  off: {
    heading: 'Les comptes ne sont pas ouverts ici',
    lead: fr('Cette installation n’envoie pas d’e-mails : il n’est donc pas possible de s’y connecter.'),
    operator: fr('Si vous en êtes l’opérateur, définissez ces variables de svc-web, puis redémarrez-le :'),
    settings: 'docs/guide/accounts.md décrit chacune d’elles.',
  },
  plainHttp: {
    heading: 'Connexion non chiffrée',
    lead: fr(
      'Cette page a été demandée en HTTP simple : quelqu’un sur le réseau pourrait lire votre lien de connexion et votre session. La connexion y est donc refusée.',
    ),
    remedy: fr('Ouvrez plutôt :'),
    operator: fr(
      'Si vous êtes l’opérateur : placez la passerelle derrière un proxy TLS et donnez son adresse https à PUBLIC_BASE_URL.',
    ),
  },
  belowPath: fr(
    'PUBLIC_BASE_URL contient un chemin : les pages du compte ne fonctionnent qu’à la racine d’un nom d’hôte.',
  ),
  errors: {
    form: fr(
      'Le formulaire a expiré, ou n’a pas été envoyé par une page de votre session. Revenez à la page et recommencez.',
    ),
    body: 'Le formulaire est incomplet ou n’a pas pu être lu.',
    busy: fr('Trop de demandes en ce moment : réessayez dans quelques instants.'),
    store: fr('Le service est momentanément indisponible : réessayez dans quelques instants.'),
    other: 'Une erreur inattendue est survenue de notre côté.',
  },
  /** @param field quoted name of a field or parameter that contains a control character */
  unprintable: (field: string) =>
    fr(`Le champ ${field} contient un caractère de contrôle : seuls les caractères imprimables sont acceptés.`),
}

/** Texts of the frame of all account pages. */
export type AccountTexts = typeof french

const english: AccountTexts = {
  language: 'en',
  heading: 'Your account',
  description: 'Your Hexawatt account: keys, usage, plan and alerts.',
  refusedTitle: (heading) => `Error: ${heading}`,
  navigation: 'Account',
  signedInAs: 'Signed in:',
  signOut: 'Sign out',
  refused: { heading: 'This request was not processed', back: 'Back to the account' },
  off: {
    heading: 'Accounts are not open here',
    lead: 'This installation sends no e-mail, so signing in is not possible.',
    operator: 'If you are its operator, set these variables of svc-web and start it again:',
    settings: 'docs/guide/accounts.md describes each of them.',
  },
  plainHttp: {
    heading: 'The connection is not encrypted',
    lead: 'This page was requested over plain HTTP: someone on the network could read your sign-in link and your session. Signing in over such a connection is refused.',
    remedy: 'Open this address instead:',
    operator:
      'If you are the operator: put the gateway behind a TLS proxy, and set PUBLIC_BASE_URL to its https address.',
  },
  belowPath: 'PUBLIC_BASE_URL has a path: account pages work only at the root of a host name.',
  errors: {
    form: 'The form has expired, or was not sent by a page of your session. Go back to the page and try again.',
    body: 'The form is incomplete or could not be read.',
    busy: 'Too many requests at the moment: try again shortly.',
    store: 'The service is unavailable at the moment: try again shortly.',
    other: 'An unexpected error occurred on our side.',
  },
  unprintable: (field) => `The field ${field} contains a control character: only printable characters are accepted.`,
}

/** The texts of each language. */
export const accountTexts: Readonly<Record<Language, AccountTexts>> = { fr: french, en: english }

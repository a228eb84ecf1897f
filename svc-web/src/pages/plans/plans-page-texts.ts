import type { Language } from '@hexawatt/shared/contract/values/languages'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'

const french = {
  title: 'Obtenir une clé d’API',
  description: fr(
    'Comment obtenir une clé de l’API Hexawatt, ce que chaque offre comprend et comment essayer sans compte.',
  ),
  heading: 'Obtenir une clé d’API',
  lead: fr('Les appels sous /v1 nécessitent une clé ; la page d’accueil et les appels sous /api n’en nécessitent pas.'),
  reference: 'Documentation de l’API',
  problems: 'Codes d’erreur',
  plansAsJson: 'Les offres en JSON',
  demo: {
    heading: 'Essayer sans compte',
    lead: fr('Cette clé de démonstration est publique : copiez la ligne telle quelle.'),
    limits: (perMinute: string, perMonth: string) =>
      fr(`Par adresse IP : ${perMinute} requêtes par minute et ${perMonth} réponses par mois civil (UTC).`),
    opens: fr('Elle donne accès à :'),
    closed: fr('L’historique, les analyses et vos propres pondérations nécessitent une clé personnelle.'),
  },
  own: {
    heading: 'Obtenir votre clé',
    /** Before the link to the operator's accounts. */
    byLink: fr('L’opérateur de cette installation ouvre les comptes ici :'),
    link: 'ouvrir un compte',
    /** Before the link to the accounts of this installation. */
    bySignUp: fr('Avec votre adresse e-mail, sans mot de passe, vous avez une clé gratuite en une minute :'),
    signUp: 'ouvrir un compte',
    /** Used when there is no such link. */
    byOperator: fr(
      'L’opérateur de cette installation crée les clés : demandez-lui-en une en précisant l’offre qui vous convient. Une clé n’est affichée qu’une seule fois, à sa création ; conservez-la et ne la partagez pas.',
    ),
    operator: fr('Vous êtes l’opérateur ? Voici comment créer une clé :'),
    fromSources: fr('depuis les sources :'),
    fromContainers: fr('avec Docker :'),
  },
  plans: {
    heading: 'Les offres',
    lead: fr(
      'Les limites s’appliquent par compte, toutes clés confondues. Chaque requête compte dans la minute (60 secondes glissantes) ; seules les réponses 200 comptent dans le mois civil (UTC).',
    ),
    free: 'gratuit',
    euros: (amount: string) => fr(`${amount} €`),
    refused: 'refusé',
    beyond: (price: string, multiple: string) => fr(`${price} € par requête, jusqu’à ${multiple} fois le volume`),
    hours: (count: string) => fr(`${count} h`),
    days: (count: string) => fr(`${count} jours`),
    years: (count: string) => fr(`${count} ans`),
    yes: 'oui',
    no: 'non',
    rows: {
      feature: 'Offre',
      price: 'Prix par mois',
      minute: 'Requêtes par minute',
      month: 'Réponses par mois',
      beyond: 'Au-delà',
      keys: 'Clés',
      forecast: 'Prévision',
      history: 'Historique',
      weights: 'Pondérations personnalisées',
      analytics: 'Analyses',
    },
  },
  use: {
    heading: 'Envoyer la clé',
    lead: fr('Envoyez la clé dans l’en-tête X-Api-Key (ou Authorization: Bearer), jamais dans l’adresse :'),
    limits: fr(
      'Chaque réponse indique ce qu’il vous reste (X-RateLimit-*, RateLimit) ; un refus 429 précise dans Retry-After quand réessayer.',
    ),
  },
}

/** Texts of the page about getting a key. Figures are formatted in the language. */
export type PlansPageTexts = typeof french

const english: PlansPageTexts = {
  title: 'Get an API key',
  description: 'How to get a Hexawatt API key, what each plan includes, and how to try the API without an account.',
  heading: 'Get an API key',
  lead: 'Calls under /v1 need a key; the home page and calls under /api do not.',
  reference: 'API reference',
  problems: 'Error codes',
  plansAsJson: 'The plans as JSON',
  demo: {
    heading: 'Try it without an account',
    lead: 'This demo key is public: copy the line as it is.',
    limits: (perMinute, perMonth) =>
      `Per IP address: ${perMinute} requests a minute and ${perMonth} answers a calendar month (UTC).`,
    opens: 'It gives access to:',
    closed: 'History, analytics and custom weights need a personal key.',
  },
  own: {
    heading: 'Get your own key',
    byLink: 'The operator of this installation opens accounts here:',
    link: 'open an account',
    bySignUp: 'With your e-mail address and no password, you get a free key within a minute:',
    signUp: 'open an account',
    byOperator:
      'The operator of this installation creates keys: ask for one and name the plan that suits you. A key is shown only once, when it is created; store it safely and do not share it.',
    operator: 'Are you the operator? Create a key like this:',
    fromSources: 'from the sources:',
    fromContainers: 'with Docker:',
  },
  plans: {
    heading: 'The plans',
    lead: 'Limits apply per account, across all its keys. Every request counts against the minute (any 60 seconds); only answers with status 200 count against the calendar month (UTC).',
    free: 'free',
    euros: (amount) => `€${amount}`,
    refused: 'refused',
    beyond: (price, multiple) => `€${price} per request, up to ${multiple} times the volume`,
    hours: (count) => `${count}\u00a0h`,
    days: (count) => `${count}\u00a0days`,
    years: (count) => `${count}\u00a0years`,
    yes: 'yes',
    no: 'no',
    rows: {
      feature: 'Plan',
      price: 'Price per month',
      minute: 'Requests per minute',
      month: 'Answers per month',
      beyond: 'Beyond that',
      keys: 'Keys',
      forecast: 'Forecast',
      history: 'History',
      weights: 'Custom weights',
      analytics: 'Analytics',
    },
  },
  use: {
    heading: 'Send the key',
    lead: 'Send the key in the header X-Api-Key (or Authorization: Bearer), never in the address:',
    limits:
      'Every answer shows what is left of your limits (X-RateLimit-*, RateLimit); a 429 refusal says in Retry-After when to try again.',
  },
}

/** The texts of each language. */
export const plansPageTexts: Readonly<Record<Language, PlansPageTexts>> = { fr: french, en: english }

import type { Language } from '@hexawatt/shared/contract/values/languages'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'

/** Texts of the page that tells how to get a key. Figures are formatted in the language. */
export type PlansPageTexts = {
  language: Language
  title: string
  description: string
  heading: string
  lead: string
  languages: string
  toContent: string
  home: string
  reference: string
  problems: string
  plansAsJson: string
  demo: {
    heading: string
    lead: string
    limits: (perMinute: string, perMonth: string) => string
    opens: string
    closed: string
  }
  own: {
    heading: string
    /** Before the link to the operator's accounts. */
    byLink: string
    link: string
    /** Before the link to the accounts of this installation. */
    bySignUp: string
    signUp: string
    /** Where there is no such link. */
    byOperator: string
    operator: string
    fromSources: string
    fromContainers: string
  }
  plans: {
    heading: string
    lead: string
    free: string
    euros: (amount: string) => string
    refused: string
    beyond: (price: string, multiple: string) => string
    hours: (count: string) => string
    days: (count: string) => string
    yes: string
    no: string
    rows: Readonly<
      Record<
        'feature' | 'price' | 'minute' | 'month' | 'beyond' | 'keys' | 'forecast' | 'history' | 'weights' | 'analytics',
        string
      >
    >
  }
  use: { heading: string; lead: string; limits: string }
}

const french: PlansPageTexts = {
  language: 'fr',
  title: 'Obtenir une clé d’API – Hexawatt',
  description: fr(
    'Comment obtenir une clé de l’API Hexawatt, ce que chaque offre comprend et comment essayer sans compte.',
  ),
  heading: 'Obtenir une clé d’API',
  lead: fr('Les appels sous /v1 nécessitent une clé ; la page d’accueil et les appels sous /api n’en nécessitent pas.'),
  languages: 'Langue',
  toContent: 'Aller au contenu',
  home: 'La page d’accueil',
  reference: 'Documentation de l’API',
  problems: 'Codes d’erreur',
  plansAsJson: 'Les offres en JSON',
  demo: {
    heading: 'Essayer sans compte',
    lead: fr('Cette clé de démonstration est publique : copiez la ligne telle quelle.'),
    limits: (perMinute, perMonth) =>
      fr(`Par adresse IP : ${perMinute} requêtes par minute et ${perMonth} réponses par mois civil (UTC).`),
    opens: fr('Elle donne accès à :'),
    closed: fr('L’historique, les analyses et vos propres pondérations nécessitent une clé personnelle.'),
  },
  own: {
    heading: 'Obtenir votre clé',
    byLink: fr('L’opérateur de cette installation ouvre les comptes ici :'),
    link: 'ouvrir un compte',
    bySignUp: fr('Avec votre adresse e-mail, sans mot de passe, vous avez une clé gratuite en une minute :'),
    signUp: 'ouvrir un compte',
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
    euros: (amount) => fr(`${amount} €`),
    refused: 'refusé',
    beyond: (price, multiple) => fr(`${price} € par requête, jusqu’à ${multiple} fois le volume`),
    hours: (count) => fr(`${count} h`),
    days: (count) => fr(`${count} jours`),
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

const english: PlansPageTexts = {
  language: 'en',
  title: 'Get an API key – Hexawatt',
  description: 'How to get a key of the Hexawatt API, what each plan holds, and how to try it without an account.',
  heading: 'Get an API key',
  lead: 'Addresses under /v1 need a key; the home page and the addresses under /api need none.',
  languages: 'Language',
  toContent: 'Skip to content',
  home: 'Home page',
  reference: 'API reference',
  problems: 'Error codes',
  plansAsJson: 'The plans as JSON',
  demo: {
    heading: 'Try it without an account',
    lead: 'This demo key is public: copy the line as it is.',
    limits: (perMinute, perMonth) =>
      `Per IP address: ${perMinute} requests a minute and ${perMonth} answers a calendar month (UTC).`,
    opens: 'It opens:',
    closed: 'History, analytics and weightings of your own need a key of your own.',
  },
  own: {
    heading: 'Get your own key',
    byLink: 'The operator of this installation opens accounts here:',
    link: 'open an account',
    bySignUp: 'With your e-mail address, and no password, you have a free key within a minute:',
    signUp: 'open an account',
    byOperator:
      'Keys are made by the operator of this installation: ask for one and name the plan that suits you. A key is shown once, when it is made; keep it to yourself.',
    operator: 'Are you the operator? This makes a key:',
    fromSources: 'from the sources:',
    fromContainers: 'in the containers:',
  },
  plans: {
    heading: 'The plans',
    lead: 'Limits hold per account, over all its keys. Every request counts against the minute (any 60 seconds), only answers with status 200 against the calendar month (UTC).',
    free: 'free',
    euros: (amount) => `€${amount}`,
    refused: 'refused',
    beyond: (price, multiple) => `€${price} per request, up to ${multiple} times the volume`,
    hours: (count) => `${count}\u00a0h`,
    days: (count) => `${count}\u00a0days`,
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
      weights: 'Own weightings',
      analytics: 'Analytics',
    },
  },
  use: {
    heading: 'Send the key',
    lead: 'Send the key in the header X-Api-Key (or Authorization: Bearer), never in the address:',
    limits:
      'Every answer says what is left (X-RateLimit-*, RateLimit); a refusal with 429 says in Retry-After when to ask again.',
  },
}

/** The texts of each language. */
export const plansPageTexts: Readonly<Record<Language, PlansPageTexts>> = { fr: french, en: english }

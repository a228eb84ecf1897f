import type { Language } from '@hexawatt/shared/contract/values/languages'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'
import type { CopyTexts } from '../reference/copied-call.ts'

/** What a reader can build, each with the operations that it needs. */
export type Purpose = 'plan' | 'show' | 'report' | 'follow'
/** Programs that read the API without a line of code. */
export type Program =
  | 'evcc'
  | 'emhass'
  | 'homeAssistant'
  | 'grafana'
  | 'prometheus'
  | 'keda'
  | 'calendar'
  | 'carbonAware'
  | 'electricityMaps'
  | 'models'

type Named = { heading: string; text: string }

export type DevelopersTexts = {
  title: string
  description: string
  heading: string
  lead: string
  purposes: { heading: string; of: Readonly<Record<Purpose, Named>> }
  calls: { heading: string; lead: string; of: readonly [score: string, schedule: string, hours: string] }
  clients: { heading: string; of: readonly Named[] }
  programs: {
    heading: string
    lead: string
    columns: readonly [string, string, string]
    of: Readonly<Record<Program, string>>
  }
  embeds: {
    heading: string
    lead: string
    badge: string
    hexagon: string
    card: string
    badgeAlt: string
    cardTitle: string
    parameters: string
  }
  limits: {
    heading: string
    of: (plan: string, minute: string, month: string, hours: string) => string
    more: string
    plans: string
  }
  onwards: { reference: string; problems: string; state: string; methodology: string }
  copy: CopyTexts
}

const french: DevelopersTexts = {
  title: 'Pour les développeurs',
  description: fr(
    'Ce que l’API d’Hexawatt permet de construire : premiers appels, clients, exports pour evcc, EMHASS et Home Assistant, badge et carte à intégrer.',
  ),
  heading: 'Pour les développeurs',
  lead: 'Une API en lecture seule, en JSON, sur l’électricité en France. Une clé gratuite suffit pour commencer.',
  purposes: {
    heading: 'Ce que vous pouvez construire',
    of: {
      plan: {
        heading: 'Lancer au bon moment',
        text: fr('Donnez l’énergie, l’échéance et le contrat : vous recevez l’heure, le gain en euros et en CO₂.'),
      },
      show: { heading: 'Montrer l’instant', text: 'Note, CO₂ par kWh, mix, EcoWatt et Tempo, à jour chaque minute.' },
      report: {
        heading: 'Rendre compte',
        text: 'Les intensités heure par heure d’un mois, et le calcul de chaque valeur, terme à terme.',
      },
      follow: { heading: 'Être prévenu', text: 'Un flux d’événements, ou une alerte par e-mail ou webhook.' },
    },
  },
  calls: {
    heading: 'Trois premiers appels',
    lead: fr('Remplacez hxw_your_key par votre clé ; le troisième appel n’en demande pas.'),
    of: [
      fr('Est-ce le bon moment ?'),
      fr('Quand lancer un appareil qui tourne une heure ?'),
      fr('Que valait chaque heure de ce mois ?'),
    ],
  },
  clients: {
    heading: 'Clients',
    of: [
      {
        heading: '@hexawatt/client',
        text: fr('TypeScript et JavaScript, sans dépendance : types, cache, nouvelles tentatives et erreurs typées.'),
      },
      {
        heading: 'hexawatt (Python)',
        text: fr('Python 3.10 et plus, avec ou sans asyncio : types, tableaux pandas, relevé d’une courbe de charge.'),
      },
      {
        heading: 'hexawatt',
        text: fr('Ligne de commande : planifier, lancer une commande au bon moment, établir un relevé.'),
      },
      { heading: '@hexawatt/node-red', text: fr('Nœuds pour Node-RED : prévision, plan, bonnes heures.') },
      { heading: 'OpenAPI 3.1', text: 'Pour les autres langages, générez un client depuis openapi.json.' },
    ],
  },
  programs: {
    heading: 'Vos programmes',
    lead: 'Ils lisent l’API sans une ligne de code. La clé passe dans X-Api-Key, ou comme mot de passe HTTP Basic.',
    columns: ['Programme', 'Ce qu’il reçoit', 'Adresse'],
    of: {
      evcc: 'prix et CO₂ des prochains quarts d’heure, pour planifier la recharge',
      emhass: 'prévision de prix pour son optimisation',
      homeAssistant: fr('une intégration : capteurs, agendas, meilleurs créneaux de vos appareils'),
      grafana: 'courbe des heures à venir',
      prometheus: 'jauges du quart d’heure en cours',
      keda: 'plus de tâches en cours quand l’électricité est propre et bon marché',
      calendar: 'meilleures heures et jours Tempo dans un agenda',
      carbonAware: 'intensités comme fichier de données',
      electricityMaps: 'la même interface pour la zone FR',
      models: 'des outils pour un assistant (MCP)',
    },
  },
  embeds: {
    heading: 'Sur votre site',
    lead: 'Sans clé, sans cookie, sans script. Collez la ligne, l’image se met à jour chaque quart d’heure.',
    badge: 'Un badge',
    hexagon: 'Le même en hexagone',
    card: 'Une carte',
    badgeAlt: 'Note de l’électricité en France',
    cardTitle: 'L’électricité en France, en ce moment',
    parameters: fr(
      'Paramètres du badge : metric=score ou carbon, lang=fr ou en, theme=light ou dark, style=flat ou hexagon. De la carte : lang, et theme=auto, light ou dark.',
    ),
  },
  limits: {
    heading: 'Limites et offres',
    of: (plan, minute, month, hours) =>
      fr(`${plan} : ${minute} requêtes par minute, ${month} par mois, ${hours} h de prévision`),
    more: 'Une réponse 304 ne compte pas dans le mois. Au-delà d’une limite, la réponse 429 dit combien attendre.',
    plans: 'Comparer les offres et obtenir une clé',
  },
  onwards: {
    reference: 'Toutes les opérations',
    problems: 'Codes d’erreur',
    state: 'État du service',
    methodology: 'Comprendre la note',
  },
  copy: { legend: 'Copier l’appel', button: 'Copier' },
}

const english: DevelopersTexts = {
  title: 'For developers',
  description:
    'What the Hexawatt API lets you build: first calls, clients, exports for evcc, EMHASS and Home Assistant, badge and card to embed.',
  heading: 'For developers',
  lead: 'A read-only JSON API about electricity in France. A free key is enough to begin.',
  purposes: {
    heading: 'What you can build',
    of: {
      plan: {
        heading: 'Run at the right time',
        text: 'Give energy, deadline and contract: you get the hour, and what it saves in euros and CO₂.',
      },
      show: { heading: 'Show the present', text: 'Score, CO₂ per kWh, mix, EcoWatt and Tempo, updated every minute.' },
      report: {
        heading: 'Report',
        text: 'The intensities of each hour of a month, and the calculation of each value, term by term.',
      },
      follow: { heading: 'Be told', text: 'A stream of events, or an alert by e-mail or webhook.' },
    },
  },
  calls: {
    heading: 'Three first calls',
    lead: 'Replace hxw_your_key by your key; the third call needs none.',
    of: [
      'Is now a good time?',
      'When to run an appliance that takes an hour?',
      'What was each hour of this month like?',
    ],
  },
  clients: {
    heading: 'Clients',
    of: [
      {
        heading: '@hexawatt/client',
        text: 'TypeScript and JavaScript without dependencies: types, caching, retries and typed errors.',
      },
      {
        heading: 'hexawatt (Python)',
        text: 'Python 3.10 and newer, with or without asyncio: types, tables for pandas, the statement of a load curve.',
      },
      { heading: 'hexawatt', text: 'Command line: plan, run a command at the right time, make a statement.' },
      { heading: '@hexawatt/node-red', text: 'Nodes for Node-RED: outlook, plan, good hours.' },
      { heading: 'OpenAPI 3.1', text: 'For other languages, generate a client from openapi.json.' },
    ],
  },
  programs: {
    heading: 'Your programs',
    lead: 'They read the API without a line of code. The key goes into X-Api-Key, or is the password of HTTP Basic.',
    columns: ['Program', 'What it gets', 'Address'],
    of: {
      evcc: 'price and CO₂ of the coming quarter-hours, to plan charging',
      emhass: 'a price forecast for its optimisation',
      homeAssistant: 'an integration: sensors, calendars, best windows of your appliances',
      grafana: 'a chart of the coming hours',
      prometheus: 'gauges of the quarter-hour in progress',
      keda: 'more workers while electricity is clean and cheap',
      calendar: 'best hours and Tempo days in a calendar',
      carbonAware: 'intensities as a data file',
      electricityMaps: 'the same interface for the zone FR',
      models: 'tools for an assistant (MCP)',
    },
  },
  embeds: {
    heading: 'On your site',
    lead: 'No key, no cookie, no script. Paste the line; the picture changes every quarter-hour.',
    badge: 'A badge',
    hexagon: 'The same as a hexagon',
    card: 'A card',
    badgeAlt: 'Score of electricity in France',
    cardTitle: 'Electricity in France right now',
    parameters:
      'Parameters of the badge: metric=score or carbon, lang=fr or en, theme=light or dark, style=flat or hexagon. Of the card: lang, and theme=auto, light or dark.',
  },
  limits: {
    heading: 'Limits and plans',
    of: (plan, minute, month, hours) =>
      `${plan}: ${minute} requests per minute, ${month} per month, ${hours} h of forecast`,
    more: 'A 304 does not count against the month. Beyond a limit, the answer 429 says how long to wait.',
    plans: 'Compare plans and get a key',
  },
  onwards: {
    reference: 'All operations',
    problems: 'Error codes',
    state: 'Service status',
    methodology: 'How the score works',
  },
  copy: { legend: 'Copy the call', button: 'Copy' },
}

export const developersTexts: Readonly<Record<Language, DevelopersTexts>> = { fr: french, en: english }

import type { Language } from '@hexawatt/shared/contract/values/languages'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'
import type { StatusClass } from '@hexawatt/shared/usage/account-request-store'

const french = {
  navigation: 'Requêtes',
  lead: (kept: string) =>
    fr(
      `Chaque requête faite avec l’une de vos clés ces sept derniers jours, les ${kept} plus récentes au plus. Heure de Paris ; une requête apparaît au bout de quelques secondes.`,
    ),
  list: 'Requêtes, de la plus récente à la plus ancienne',
  sum: (requests: string, isOne: boolean, refused: string) =>
    fr(`${requests} ${isOne ? 'requête enregistrée' : 'requêtes enregistrées'}, dont en erreur : ${refused}.`),
  choose: {
    status: 'Statut',
    allStatuses: 'tous les statuts',
    operation: 'Opération',
    allOperations: 'toutes les opérations',
    show: 'Filtrer',
    reset: 'Tout afficher',
  },
  classes: {
    '2xx': '2xx, réussies',
    '3xx': '3xx, inchangées',
    '4xx': '4xx, refusées',
    '5xx': '5xx, erreurs du service',
  } satisfies Record<StatusClass, string>,
  columns: {
    time: 'Heure',
    operation: 'Opération',
    status: 'Statut',
    duration: 'Durée',
    key: 'Clé',
    id: 'Identifiant (X-Request-Id)',
  },
  none: fr('Aucune requête ces sept derniers jours.'),
  firstKey: 'Créer une clé et l’essayer',
  noneChosen: 'Aucune requête ne correspond à ce filtre.',
  older: 'Plus anciennes',
  newest: 'Les plus récentes',
  download: 'Télécharger en CSV',
  stored: fr(
    'Sont enregistrés l’heure, l’opération, la clé, le statut, la durée et l’identifiant de la requête : ni ses paramètres, ni votre adresse IP. Au-delà de 1 000 requêtes en cinq secondes, les suivantes manquent dans cette liste ; elles restent comptées.',
  ),
  accepted: (values: string) => fr(`Valeurs acceptées : ${values}. Toutes les requêtes sont affichées.`),
  listed: 'celles de la liste',
  page: 'Page',
  pageLinks: 'les liens de cette page',
  removedKey: 'clé supprimée',
}

/** Texts of the page with the requests of an account. */
export type RequestsTexts = typeof french

const english: RequestsTexts = {
  navigation: 'Requests',
  lead: (kept) =>
    `Every request made with one of your keys in the last seven days, at most the newest ${kept}. Paris time; a request appears after a few seconds.`,
  list: 'Requests, newest first',
  sum: (requests, isOne, refused) =>
    `${requests} ${isOne ? 'request' : 'requests'} stored, of which failed: ${refused}.`,
  choose: {
    status: 'Status',
    allStatuses: 'all statuses',
    operation: 'Operation',
    allOperations: 'all operations',
    show: 'Filter',
    reset: 'Show all',
  },
  classes: {
    '2xx': '2xx, successful',
    '3xx': '3xx, unchanged',
    '4xx': '4xx, refused',
    '5xx': '5xx, errors of the service',
  },
  columns: {
    time: 'Time',
    operation: 'Operation',
    status: 'Status',
    duration: 'Duration',
    key: 'Key',
    id: 'Id (X-Request-Id)',
  },
  none: 'No requests in the last seven days.',
  firstKey: 'Create a key and try it',
  noneChosen: 'No request matches this filter.',
  older: 'Older',
  newest: 'Newest',
  download: 'Download as CSV',
  stored:
    'Stored are time, operation, key, status, duration and id of the request: neither its parameters nor your IP address. Beyond 1,000 requests within five seconds, further ones are missing from this list; they are still counted.',
  accepted: (values) => `Accepted: ${values}. All requests are shown.`,
  listed: 'those of the list',
  page: 'Page',
  pageLinks: 'the links of this page',
  removedKey: 'removed key',
}

/** The texts of each language. */
export const requestsTexts: Readonly<Record<Language, RequestsTexts>> = { fr: french, en: english }

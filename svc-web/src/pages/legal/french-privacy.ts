import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'
import { sessionCookie, visitorCookie } from '../../session/cookie-rules.ts'
import type { LegalDocument, LegalFacts, LegalSection } from './legal-document.ts'

/** The privacy page in French. */
export function writeFrenchPrivacy({ publisher, sessionDays, hasAccounts, nameOfCookie }: LegalFacts): LegalDocument {
  const days = publisher.LOGS_KEPT_DAYS
  const toWhom =
    publisher.PUBLISHER_CONTACT === undefined
      ? 'adressez-vous à l’opérateur de cette installation'
      : 'écrivez au contact ci-dessus'
  const logsKept =
    days === undefined
      ? 'L’opérateur n’a pas indiqué combien de temps il conserve ce journal.'
      : `L’opérateur conserve ce journal ${days}\u00a0${days < 2 ? 'jour' : 'jours'}.`
  return {
    title: 'Confidentialité',
    description: fr('Ce que ce site enregistre, pourquoi et pour combien de temps : chaque cookie, chaque journal.'),
    lead: fr(
      'Ni traceur, ni publicité, ni mesure d’audience. Votre navigateur ne parle qu’à ce site. Voici, en entier, ce qui est enregistré.',
    ),
    notStated: 'non indiqué par l’opérateur de cette installation',
    nothingStated: 'L’opérateur de cette installation ne l’a pas indiqué.',
    colon: '\u00a0:',
    sections: [
      {
        id: 'responsable',
        heading: 'Responsable du traitement',
        facts: [
          ['Nom', publisher.PUBLISHER_NAME],
          ['Contact', publisher.PUBLISHER_CONTACT],
        ],
      },
      {
        id: 'courbe',
        heading: 'Votre courbe de charge',
        paragraphs: [
          fr(
            'Le fichier que vous déposez sur « Mes consommations » est lu par votre navigateur et n’en sort jamais : aucune requête n’en contient un seul octet, et il est oublié quand vous fermez la page. Seuls les mois qu’il couvre sont demandés au serveur, pour les prix et les émissions de ces mois.',
          ),
        ],
      },
      {
        id: 'cookies',
        heading: 'Cookies',
        paragraphs: [
          fr(
            'Aucun cookie n’est déposé tant que vous ne choisissez rien. Ceux-ci retiennent vos choix ou votre connexion ; aucun ne sert à vous suivre, aucun ne demande donc votre consentement.',
          ),
        ],
        table: {
          heads: ['Cookie', 'À quoi il sert', 'Durée'],
          rows: [
            ['lang', fr('la langue que vous avez choisie'), '1 an'],
            ['theme', fr('l’apparence, claire ou sombre'), '1 an'],
            ['contract', fr('votre contrat et vos heures creuses, pour que chaque page les connaisse'), '1 an'],
            ...(hasAccounts ? memberCookies(sessionDays, nameOfCookie) : []),
          ],
        },
      },
      {
        id: 'navigateur',
        heading: 'Dans votre navigateur',
        paragraphs: [
          fr(
            'Le site garde dans votre navigateur la puissance souscrite et l’abonnement que vous indiquez sur « Mes consommations », et une copie de l’accueil avec ses derniers chiffres, pour l’afficher hors ligne. Rien de cela n’est envoyé ; effacer les données du site l’efface. Les pages du compte n’y sont jamais copiées.',
          ),
        ],
      },
      {
        id: 'journaux',
        heading: 'Journaux et limites',
        paragraphs: [
          fr(
            `Chaque requête laisse une ligne : méthode, chemin sans ses paramètres, statut, durée, identifiant. Ni adresse IP, ni clé, ni cookie. ${logsKept} Un hébergeur ou un proxy placé devant le site peut tenir son propre journal.`,
          ),
          fr(
            'Pour qu’un visiteur n’épuise pas le service des autres, les requêtes sont comptées par adresse IP, sous forme d’empreinte chiffrée, pendant 31 jours au plus.',
          ),
        ],
      },
      ...(hasAccounts ? [account] : []),
      {
        id: 'droits',
        heading: 'Vos droits',
        paragraphs: [
          fr(
            hasAccounts
              ? `Vous pouvez consulter, exporter et effacer vous-même vos données dans « Compte », à la page « Réglages ». Pour toute autre demande (accès, rectification, opposition), ${toWhom} ; vous pouvez aussi saisir la CNIL.`
              : `Pour toute demande (accès, rectification, effacement, opposition), ${toWhom} ; vous pouvez aussi saisir la CNIL.`,
          ),
        ],
      },
    ],
  }
}

const memberCookies = (sessionDays: number, nameOfCookie: LegalFacts['nameOfCookie']): [string, string, string][] => [
  [nameOfCookie(visitorCookie), fr('protège le formulaire de connexion'), 'jusqu’à la fermeture du navigateur'],
  [
    nameOfCookie(sessionCookie),
    fr('vous garde connecté à votre compte'),
    `${sessionDays}\u00a0${sessionDays < 2 ? 'jour' : 'jours'}`,
  ],
]

const account: LegalSection = {
  id: 'compte',
  heading: 'Votre compte',
  paragraphs: [
    fr(
      'Un compte est facultatif : il sert à obtenir des clés de l’API et des alertes. Il enregistre, pour exécuter ce que vous avez demandé :',
    ),
  ],
  table: {
    heads: ['Donnée', 'Pourquoi', 'Durée'],
    rows: [
      ['adresse e-mail', 'le compte est à vous', 'jusqu’à l’effacement du compte'],
      ['sessions : dates, nom du navigateur', 'les reconnaître', 'jusqu’à leur fin'],
      ['lien de connexion : empreinte, adresse', 'servir une fois', '15 minutes au plus'],
      [
        'clés : nom que vous leur donnez, dates, empreinte',
        'autoriser vos programmes, expliquer la facture',
        'sans limite ; révoquées et sans adresse après l’effacement',
      ],
      [
        'requêtes avec vos clés : heure, opération, clé, statut, durée, identifiant',
        'retrouver les erreurs de vos programmes',
        '7 jours, 10 000 requêtes au plus',
      ],
      ['nombre de réponses par jour, clé et statut', 'la page « Utilisation » du compte, la facture', '400 jours'],
      ['nombre de requêtes par mois', 'la facture', fr('sans limite ; sans adresse après l’effacement')],
      ['alertes et leurs envois', 'vous prévenir', fr('jusqu’à l’effacement ; les envois, 7 jours')],
      ['changements de clés et d’offre, sans nom ni adresse', 'prouver qui a changé un droit', 'sans limite'],
    ].map((row) => row.map(fr)),
  },
}

import type { Language } from '@hexawatt/shared/contract/values/languages'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'

const french = {
  navigation: 'Réglages',
  ended: 'La session est fermée.',
  sessions: {
    heading: 'Sessions ouvertes',
    lead: fr('Vous êtes connecté dans ces navigateurs. Fermez une session que vous ne reconnaissez pas.'),
    columns: { browser: 'Navigateur', since: 'Depuis', until: 'Jusqu’au', action: 'Action' },
    unknownBrowser: 'inconnu',
    thisOne: 'cette session',
    end: 'Fermer',
    endOthers: 'Fermer toutes les autres sessions',
  },
  exported: {
    heading: 'Exporter vos données',
    lead: fr(
      'Tout ce qui est enregistré sur vous et votre compte, dans un fichier JSON. Les clés n’y figurent pas : seule leur empreinte est conservée.',
    ),
    link: 'Télécharger l’export',
  },
  deletion: {
    heading: 'Supprimer votre compte',
    lead: fr(
      'Vos clés cessent aussitôt de fonctionner ; vos sessions, vos alertes, la liste de vos requêtes et votre adresse sont effacées. Cette action est définitive.',
    ),
    stays: fr(
      'Restent, sans votre adresse : les nombres de requêtes par mois, dont dépend la facture, et le journal des changements de droits.',
    ),
    confirm: (address: string) => fr(`Pour confirmer, saisissez votre adresse (${address}) :`),
    delete: 'Supprimer définitivement',
    address: 'Adresse e-mail',
    mismatch: (address: string) => fr(`L’adresse de ce compte est ${address} : rien n’a été supprimé.`),
  },
}

/** Texts of the page with sessions, export and deletion. */
export type SettingsTexts = typeof french

const english: SettingsTexts = {
  navigation: 'Settings',
  ended: 'The session has been ended.',
  sessions: {
    heading: 'Open sessions',
    lead: 'You are signed in on these browsers. End a session that you do not recognise.',
    columns: { browser: 'Browser', since: 'Since', until: 'Until', action: 'Action' },
    unknownBrowser: 'unknown',
    thisOne: 'this session',
    end: 'End',
    endOthers: 'End all other sessions',
  },
  exported: {
    heading: 'Export your data',
    lead: 'Everything stored about you and your account, as a JSON file. It contains no keys: only their hashes are stored.',
    link: 'Download the export',
  },
  deletion: {
    heading: 'Delete your account',
    lead: 'Your keys stop working at once; your sessions, alerts, list of requests and address are removed. This cannot be undone.',
    stays:
      'What stays, without your address: the number of requests of each month, on which the bill is based, and the log of rights changes.',
    confirm: (address) => `To confirm, type your address (${address}):`,
    delete: 'Delete for good',
    address: 'E-mail address',
    mismatch: (address) => `The address of this account is ${address}: nothing was deleted.`,
  },
}

/** The texts of each language. */
export const settingsTexts: Readonly<Record<Language, SettingsTexts>> = { fr: french, en: english }

import type { Language } from '@hexawatt/shared/contract/values/languages'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'

/** Notices that the page after an action shows. */
export const keysNotices = ['renamed', 'expiry', 'revoked'] as const

const french = {
  navigation: 'Clés',
  lead: (active: string, allowed: string) =>
    fr(
      `Clés actives : ${active} sur ${allowed}. Les limites de votre offre s’appliquent au compte, toutes clés confondues.`,
    ),
  none: fr('Vous n’avez pas encore de clé : créez-en une, elle fonctionne aussitôt.'),
  morePlaces: 'Changer d’offre',
  once: {
    heading: 'Votre nouvelle clé',
    lead: fr(
      'Copiez-la maintenant : elle n’est affichée qu’une seule fois et n’est enregistrée nulle part en clair. Ne la partagez pas.',
    ),
    replaced: (end: string) => fr(`La clé qu’elle remplace reste valable jusqu’au ${end}.`),
    tryIt: fr('Pour l’essayer :'),
    loaded: 'J’ai copié la clé',
  },
  created: {
    heading: 'Créer une clé',
    name: 'Nom, pour la reconnaître',
    usualName: 'Ma clé',
    end: 'Valable jusqu’à la fin du jour (facultatif)',
    endHint: fr('Sans date, la clé n’expire pas. Heure de Paris.'),
    submit: 'Créer la clé',
  },
  facts: { key: 'Clé', since: 'Créée', end: 'Valable jusqu’au', endless: 'sans date de fin', state: 'État' },
  states: { active: 'active', replaced: 'remplacée, encore valable', expired: 'expirée', revoked: 'révoquée' },
  change: 'Modifier cette clé',
  rename: { label: 'Nouveau nom', submit: 'Renommer' },
  expire: { label: 'Valable jusqu’à la fin du jour', submit: 'Enregistrer la date' },
  rotate: {
    lead: fr(
      'Remplacer crée une nouvelle clé du même nom ; l’ancienne reste valable le temps que vous la changiez dans vos programmes.',
    ),
    label: 'L’ancienne clé reste valable',
    submit: 'Remplacer la clé',
    overlaps: (hours: number) =>
      hours === 0
        ? 'pas du tout (elle a été divulguée)'
        : hours < 48
          ? fr(`${hours} h`)
          : fr(`${Math.round(hours / 24)} jours`),
  },
  revoke: { confirm: 'Oui, arrêter cette clé définitivement', submit: 'Révoquer la clé' },
  ended: { heading: 'Anciennes clés', name: 'Nom' },
  notices: {
    renamed: 'La clé est renommée.',
    expiry: 'La date de fin est enregistrée.',
    revoked: fr('La clé est révoquée : elle ne fonctionne plus.'),
  },
}

/** Texts of the page of keys. */
export type KeysPageTexts = typeof french

const english: KeysPageTexts = {
  navigation: 'Keys',
  lead: (active, allowed) =>
    `Active keys: ${active} of ${allowed}. The limits of your plan apply to the account, across all its keys.`,
  none: 'You have no key yet: create one; it works at once.',
  morePlaces: 'Change your plan',
  once: {
    heading: 'Your new key',
    lead: 'Copy it now: it is shown only once and stored nowhere in full. Do not share it.',
    replaced: (end) => `The replaced key stays valid until ${end}.`,
    tryIt: 'To try it:',
    loaded: 'I have copied the key',
  },
  created: {
    heading: 'Create a key',
    name: 'Name, to recognise the key',
    usualName: 'My key',
    end: 'Valid until the end of this day (optional)',
    endHint: 'Without a date the key does not expire. Paris time.',
    submit: 'Create the key',
  },
  facts: { key: 'Key', since: 'Created', end: 'Valid until', endless: 'no end date', state: 'State' },
  states: { active: 'active', replaced: 'replaced, still valid', expired: 'expired', revoked: 'revoked' },
  change: 'Change this key',
  rename: { label: 'New name', submit: 'Rename' },
  expire: { label: 'Valid until the end of this day', submit: 'Save the date' },
  rotate: {
    lead: 'Replacing creates a new key with the same name; the old key stays valid while you update your programs.',
    label: 'The old key stays valid for',
    submit: 'Replace the key',
    overlaps: (hours) =>
      hours === 0
        ? 'no time (it was leaked)'
        : hours < 48
          ? `${hours} hour${hours === 1 ? '' : 's'}`
          : `${Math.round(hours / 24)} days`,
  },
  revoke: { confirm: 'Yes, end this key permanently', submit: 'Revoke the key' },
  ended: { heading: 'Former keys', name: 'Name' },
  notices: {
    renamed: 'The key is renamed.',
    expiry: 'The end date is saved.',
    revoked: 'The key is revoked: it no longer works.',
  },
}

/** The texts of each language. */
export const keysPageTexts: Readonly<Record<Language, KeysPageTexts>> = { fr: french, en: english }

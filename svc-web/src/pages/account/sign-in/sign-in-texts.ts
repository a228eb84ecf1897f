import type { Language } from '@hexawatt/shared/contract/values/languages'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'
import { linkMinutes } from '../../../session/sign-in-mail.ts'

const french = {
  heading: 'Votre compte',
  lead: fr(
    'Indiquez votre adresse e-mail : vous recevrez un lien pour vous connecter, sans mot de passe. Si vous n’avez pas encore de compte, il sera créé avec l’offre gratuite.',
  ),
  address: 'Adresse e-mail',
  send: 'Recevoir un lien',
  notes: fr(
    'Nous conservons cette adresse, un cookie tant que vous êtes connecté, et sept jours de requêtes faites avec vos clés, sans adresse IP. Vous pouvez exporter ou supprimer votre compte à tout moment.',
  ),
  invalid: fr('Indiquez une adresse e-mail complète, par exemple prenom@example.org.'),
  tooMany: fr(
    'Trop de liens ont été demandés depuis votre réseau : réessayez plus tard. Un lien déjà reçu reste valable.',
  ),
  sent: {
    heading: 'Consultez votre messagerie',
    lead: fr(
      `Si cette adresse peut recevoir un e-mail, un lien y arrive d’ici quelques instants. Il fonctionne une seule fois, pendant ${linkMinutes} minutes.`,
    ),
    missing: fr('Rien reçu ? Regardez dans les courriers indésirables, puis vérifiez l’adresse.'),
    again: 'Demander un autre lien',
    mailbox: fr('Démonstration : le message se trouve dans la boîte aux lettres de cette installation'),
  },
  link: {
    heading: 'Se connecter',
    lead: fr('Ce clic supplémentaire évite qu’un antivirus, en ouvrant les liens de vos e-mails, n’utilise le vôtre.'),
    open: 'Se connecter',
    expired: fr('Ce lien n’est plus valable : il a déjà servi, il a expiré, ou il n’a pas été copié en entier.'),
    again: 'Demander un autre lien',
  },
  mailbox: {
    heading: 'Boîte aux lettres de démonstration',
    mark: fr(
      'DÉMONSTRATION : aucun e-mail ne part d’ici. Tout visiteur de cette installation peut lire ces messages et ouvrir ces comptes.',
    ),
    empty: 'Aucun message.',
    to: 'À',
    at: 'Reçu',
  },
}

/** Texts of the pages before signing in. */
export type SignInTexts = typeof french

const english: SignInTexts = {
  heading: 'Your account',
  lead: 'Enter your e-mail address: you will receive a link to sign in without a password. If you have no account yet, one is created on the free plan.',
  address: 'E-mail address',
  send: 'Send me a link',
  notes:
    'We store this address, a cookie while you are signed in, and seven days of requests made with your keys, without IP addresses. You can export or delete your account at any time.',
  invalid: 'Enter a complete e-mail address, for example name@example.org.',
  tooMany:
    'Too many links were requested from your network: try again later. A link that you have already received stays valid.',
  sent: {
    heading: 'Check your inbox',
    lead: `If this address can receive e-mail, a link arrives there shortly. It works once, within ${linkMinutes} minutes.`,
    missing: 'Nothing received? Look in your junk mail, then check the address.',
    again: 'Request another link',
    mailbox: 'Demo: the message is in the mailbox of this installation',
  },
  link: {
    heading: 'Sign in',
    lead: 'This extra click prevents a mail scanner that opens links from using yours up.',
    open: 'Sign in',
    expired: 'This link is no longer valid: it was used, it expired, or it was not copied in full.',
    again: 'Request another link',
  },
  mailbox: {
    heading: 'Demo mailbox',
    mark: 'DEMO: no e-mail leaves this installation. Every visitor can read these messages and open these accounts.',
    empty: 'No messages.',
    to: 'To',
    at: 'Received',
  },
}

/** The texts of each language. */
export const signInTexts: Readonly<Record<Language, SignInTexts>> = { fr: french, en: english }

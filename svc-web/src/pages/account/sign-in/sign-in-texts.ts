import type { Language } from '@hexawatt/shared/contract/values/languages'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'
import { linkMinutes } from '../../../session/sign-in-mail.ts'

/** Texts of the pages before signing in. */
export type SignInTexts = {
  heading: string
  lead: string
  address: string
  send: string
  notes: string
  invalid: string
  tooMany: string
  sent: { heading: string; lead: string; missing: string; again: string; mailbox: string }
  link: { heading: string; lead: string; open: string; expired: string; again: string }
  mailbox: { heading: string; mark: string; empty: string; to: string; at: string }
}

const french: SignInTexts = {
  heading: 'Votre compte',
  lead: fr(
    'Indiquez votre adresse de courriel : vous recevrez un lien pour vous connecter, sans mot de passe. Si vous n’avez pas encore de compte, il sera créé avec l’offre gratuite.',
  ),
  address: 'Adresse de courriel',
  send: 'Recevoir un lien',
  notes: fr(
    'Nous ne gardons de vous que cette adresse, et un cookie tant que vous êtes connecté. Vous pouvez exporter ou supprimer votre compte à tout moment.',
  ),
  invalid: fr('Cette adresse n’est pas valable : vérifiez-la, par exemple prenom@example.org.'),
  tooMany: fr(
    'Trop de liens ont été demandés depuis votre réseau : réessayez plus tard. Un lien déjà reçu reste valable.',
  ),
  sent: {
    heading: 'Consultez votre messagerie',
    lead: fr(
      `Si cette adresse peut recevoir un courriel, un lien y arrive d’ici quelques instants. Il fonctionne une seule fois, pendant ${linkMinutes} minutes.`,
    ),
    missing: fr('Rien reçu ? Regardez dans les courriers indésirables, puis vérifiez l’adresse.'),
    again: 'Demander un autre lien',
    mailbox: fr('Démonstration : le message se trouve dans la boîte aux lettres de cette installation'),
  },
  link: {
    heading: 'Se connecter',
    lead: fr('Un clic de plus : ainsi, un antivirus qui ouvre les liens de vos courriels n’utilise pas le vôtre.'),
    open: 'Se connecter',
    expired: fr('Ce lien n’est plus valable : il a déjà servi, il a expiré, ou il n’a pas été copié en entier.'),
    again: 'Demander un autre lien',
  },
  mailbox: {
    heading: 'Boîte aux lettres de démonstration',
    mark: fr(
      'DÉMONSTRATION : aucun courriel ne part d’ici. Tout visiteur de cette installation peut lire ces messages et ouvrir ces comptes.',
    ),
    empty: 'Aucun message.',
    to: 'À',
    at: 'Reçu',
  },
}

const english: SignInTexts = {
  heading: 'Your account',
  lead: 'Enter your e-mail address: you are sent a link to sign in with, without a password. If you have no account yet, it is made on the free plan.',
  address: 'E-mail address',
  send: 'Send me a link',
  notes:
    'Of you we keep this address alone, and a cookie while you are signed in. You can export or delete your account at any time.',
  invalid: 'This is not an e-mail address: check it, as in name@example.org.',
  tooMany:
    'Too many links were asked for from your network: try again later. A link that you have already stays valid.',
  sent: {
    heading: 'Look into your mailbox',
    lead: `If this address can receive mail, a link arrives there shortly. It works once, within ${linkMinutes} minutes.`,
    missing: 'Nothing there? Look among the junk mail, then check the address.',
    again: 'Ask for another link',
    mailbox: 'Demo: the message lies in the mailbox of this installation',
  },
  link: {
    heading: 'Sign in',
    lead: 'One more click, so that a scanner that opens the links of your mail does not use yours up.',
    open: 'Sign in',
    expired: 'This link is no longer valid: it was used, it expired, or it was not copied in full.',
    again: 'Ask for another link',
  },
  mailbox: {
    heading: 'Mailbox of the demo',
    mark: 'DEMO: no mail leaves this installation. Every visitor of it can read these messages and open these accounts.',
    empty: 'No messages.',
    to: 'To',
    at: 'Received',
  },
}

/** The texts of each language. */
export const signInTexts: Readonly<Record<Language, SignInTexts>> = { fr: french, en: english }

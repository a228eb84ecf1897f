import type { Language } from '@hexawatt/shared/contract/values/languages'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'
import type { Theme } from '../kit/preferences.ts'
import type { NavigationId } from './site.ts'

/** The words of the frame. */
export type SiteTexts = {
  toContent: string
  mainMenu: string
  menu: string
  navigation: Readonly<Record<NavigationId, string>>
  contract: string
  languages: string
  footer: {
    data: string
    theme: string
    themes: Readonly<Record<Theme, string>>
    applyTheme: string
    service: string
    understand: string
    state: string
    consumption: string
    forDevelopers: string
    reference: string
    developers: string
    plans: string
    json: string
    about: string
    legal: string
    privacy: string
    accessibility: string
    licences: string
  }
}

const french: SiteTexts = {
  toContent: 'Aller au contenu',
  mainMenu: 'Menu principal',
  menu: 'Menu',
  navigation: {
    home: 'Accueil',
    consumption: 'Mes consommations',
    understand: 'Comprendre',
    api: 'API',
    plans: 'Offres',
    account: 'Compte',
  },
  contract: fr('Mon contrat : '),
  languages: 'Langue',
  footer: {
    data: fr(
      'Données nationales, heure de Paris. Sources : RTE, ADEME, SMARD.de, Ember et CRE, chacune sous sa licence. Service fourni au mieux, sans garantie.',
    ),
    theme: 'Apparence',
    themes: { auto: 'comme le système', light: 'claire', dark: 'sombre' },
    applyTheme: 'Appliquer',
    service: 'Le service',
    understand: 'Comprendre la note',
    state: 'État du service',
    consumption: 'Mes consommations',
    forDevelopers: 'Pour les développeurs',
    reference: 'Documentation de l’API',
    developers: 'Exemples et widgets',
    plans: 'Offres et clés',
    json: 'Données de l’accueil (JSON)',
    about: 'À propos',
    legal: 'Mentions légales',
    privacy: 'Confidentialité',
    accessibility: fr('Accessibilité : non auditée'),
    licences: 'Licence et sources',
  },
}

const english: SiteTexts = {
  toContent: 'Skip to content',
  mainMenu: 'Main menu',
  menu: 'Menu',
  navigation: {
    home: 'Home',
    consumption: 'My consumption',
    understand: 'How it works',
    api: 'API',
    plans: 'Plans',
    account: 'Account',
  },
  contract: 'My contract: ',
  languages: 'Language',
  footer: {
    data: 'National data, Paris time. Sources: RTE, ADEME, SMARD.de, Ember and CRE, each under its licence. Best-effort service without warranty.',
    theme: 'Appearance',
    themes: { auto: 'as the system', light: 'light', dark: 'dark' },
    applyTheme: 'Apply',
    service: 'The service',
    understand: 'How the score works',
    state: 'Service status',
    consumption: 'My consumption',
    forDevelopers: 'For developers',
    reference: 'API documentation',
    developers: 'Examples and widgets',
    plans: 'Plans and keys',
    json: 'Data of the home page (JSON)',
    about: 'About',
    legal: 'Legal notice',
    privacy: 'Privacy',
    accessibility: 'Accessibility: not audited',
    licences: 'Licence and sources',
  },
}

/** The words of the frame in each language. */
export const siteTexts: Readonly<Record<Language, SiteTexts>> = { fr: french, en: english }

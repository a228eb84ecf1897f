import type { Language } from '@hexawatt/shared/contract/values/languages'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'

/** Minutes in which a link can be used. */
export const linkMinutes = 15

const texts = {
  fr: {
    subject: 'Votre lien de connexion à Hexawatt',
    lead: fr('Pour vous connecter à Hexawatt, ouvrez ce lien :'),
    button: 'Se connecter',
    limits: fr(`Il fonctionne une seule fois, pendant ${linkMinutes} minutes.`),
    unasked: fr(
      'Vous n’avez rien demandé ? Ignorez ce message : sans ce lien, personne ne peut ouvrir de session à votre adresse.',
    ),
  },
  en: {
    subject: 'Your sign-in link for Hexawatt',
    lead: 'Open this link to sign in to Hexawatt:',
    button: 'Sign in',
    limits: `It works once, within ${linkMinutes} minutes.`,
    unasked: 'You did not request this? Ignore this message: without the link no one can sign in with your address.',
  },
} as const

/** The message with a sign-in link. */
export function writeSignInMail(link: string, language: Language): { subject: string; text: string; html: string } {
  const { subject, lead, button, limits, unasked } = texts[language]
  return {
    subject,
    text: `${lead}\n\n${link}\n\n${limits}\n\n${unasked}\n`,
    html: `<!doctype html><html lang="${language}"><body><p>${lead}</p><p><a href="${Bun.escapeHTML(link)}">${button}</a></p><p>${Bun.escapeHTML(link)}</p><p>${limits}</p><p>${unasked}</p></body></html>`,
  }
}

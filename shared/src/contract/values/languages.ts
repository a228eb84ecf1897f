/** Languages of pages, mails and sentences, the default first. */
export const languages = ['fr', 'en'] as const
export type Language = (typeof languages)[number]

/** Whether a text names one of the languages. */
export function isLanguage(text: string | null | undefined): text is Language {
  return languages.some((language) => language === text)
}

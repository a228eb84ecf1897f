import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'
import type { SentenceLanguage } from '../session/service.ts'

/** Messages of the command while it makes a statement. Their numbers are formatted for a person. */
type StatementTexts = {
  waitOf: (seconds: string) => string
  progressOf: (done: string, all: string) => string
  cacheFailedOf: (reason: string) => string
  /** By the code of the system, such as `ENOENT`. */
  cannotReadOf: (code: string) => string
  tooManyMonthsOf: (months: string, most: string) => string
}

const texts: Readonly<Record<SentenceLanguage, StatementTexts>> = {
  fr: {
    waitOf: (seconds) => fr(`L’API demande d’attendre : reprise dans ${seconds} s.`),
    progressOf: (done, all) => `Mois ${done} sur ${all}…`,
    cacheFailedOf: (reason) =>
      fr(`Les mois ne peuvent pas être gardés sur le disque (${reason}) : le calcul continue sans.`),
    cannotReadOf: (code) =>
      code === 'ENOENT' ? 'Ce fichier n’existe pas.' : `Ce fichier ne peut pas être lu (${code}).`,
    tooManyMonthsOf: (months, most) => fr(`Le fichier couvre ${months} mois : au plus ${most} sont acceptés.`),
  },
  en: {
    waitOf: (seconds) => `The API asks to wait: continues in ${seconds} s.`,
    progressOf: (done, all) => `Month ${done} of ${all}…`,
    cacheFailedOf: (reason) => `Months cannot be stored on disk (${reason}): continues without.`,
    cannotReadOf: (code) => (code === 'ENOENT' ? 'There is no such file.' : `This file cannot be read (${code}).`),
    tooManyMonthsOf: (months, most) => `The file covers ${months} months: at most ${most} are accepted.`,
  },
}

export const findStatementTexts = (language: SentenceLanguage): StatementTexts => texts[language]

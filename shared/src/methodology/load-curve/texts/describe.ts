import type { Language } from '../../../contract/values/languages.ts'
import { typeset } from '../../score/texts/sentence.ts'
import type { LoadCurveRefusal, Remark } from '../load-curve.ts'
import { english } from './english.ts'
import { french } from './french.ts'

const texts = { fr: french, en: english }

/** What a file is that is no load curve, and how to get the right one. */
export const describeRefusal = ({ code, values }: LoadCurveRefusal, language: Language): string =>
  typeset(texts[language].refusals[code](values), language)

/** A sentence on something that was assumed or left out. */
export const describeRemark = ({ code, values }: Remark, language: Language): string =>
  typeset(texts[language].remarks[code](values), language)

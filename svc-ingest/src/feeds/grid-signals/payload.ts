import * as v from 'valibot'
import { OperatorInstant, PublicationDate, plainText, SlotValues } from '../definition/operator-payload.ts'

/** Longest message of a day that is kept; the longest one seen has 190 characters. */
const maxMessageChars = 1_000

/** Signal of one Paris day of `signals`; unknown members are ignored. `GenerationFichier` is the instant of issue; the casing is the publisher's. */
export const SignalDay = v.object({
  GenerationFichier: PublicationDate,
  jour: OperatorInstant,
  dvalue: v.picklist([1, 2, 3]),
  message: v.fallback(v.nullish(plainText(maxMessageChars), null), null),
  values: v.nullish(SlotValues, []),
})
export type SignalDay = v.InferOutput<typeof SignalDay>

/** Signal of one hour of a day that counts its hours up to `lastStep`. Level 0 (low-carbon hour) exists since v5. */
export const signalStep = (lastStep: number) =>
  v.object({
    pas: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(lastStep)),
    hvalue: v.picklist([0, 1, 2, 3]),
  })
export type SignalStep = v.InferOutput<ReturnType<typeof signalStep>>

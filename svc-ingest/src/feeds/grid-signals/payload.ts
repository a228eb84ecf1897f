import * as v from 'valibot'
import { OperatorInstant, oneOrMany, plainText, SlotValues } from '../definition/operator-payload.ts'

/** Longest message of a day that is kept; the longest one seen has 190 characters. */
const maxMessageChars = 1_000

/** Body of `signals`, days not parsed yet; unknown members are ignored. */
export const GridSignalsPayload = v.object({ signals: oneOrMany(v.looseObject({})) })

/** Signal of one Paris day. `GenerationFichier` is the instant of issue; the casing is the publisher's. */
export const SignalDay = v.object({
  GenerationFichier: v.nullish(OperatorInstant),
  jour: OperatorInstant,
  dvalue: v.picklist([1, 2, 3]),
  message: v.nullish(plainText(maxMessageChars), null),
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

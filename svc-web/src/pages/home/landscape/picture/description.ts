import type { PlanSlot } from '@hexawatt/shared/methodology/schedule/plan-figures'
import { type LandscapeView, writeCents, writeDay, writeGrams, writeTime } from '../window/landscape-view.ts'

/** The picture in words: lowest and highest intensity with their hours, lowest and highest price. */
export function describePicture(
  { slots, today }: { slots: readonly PlanSlot[]; today: string },
  view: LandscapeView,
): string {
  const { picture } = view.texts
  const known = slots.filter(({ gCo2PerKwh }) => gCo2PerKwh !== null)
  const ranked = known.toSorted((one, other) => (one.gCo2PerKwh?.central ?? 0) - (other.gCo2PerKwh?.central ?? 0))
  const [lowest, highest] = [ranked[0], ranked.at(-1)]
  const grams = (slot: PlanSlot) => writeGrams(slot.gCo2PerKwh?.central ?? 0, view)
  const when = ({ date, startMs }: PlanSlot) => `${writeDay(date, today, view)} ${writeTime(startMs, view)}`
  const intensity =
    lowest === undefined || highest === undefined
      ? picture.noIntensity
      : picture.intensity(grams(lowest), when(lowest), grams(highest), when(highest))
  const prices = slots.flatMap(({ price }) => price?.eurPerKwh ?? [])
  const [least, most] = [Math.min(...prices), Math.max(...prices)].map((price) => writeCents(price, view))
  const price =
    prices.length === 0 || least === undefined || most === undefined
      ? picture.noPrice
      : least === most
        ? picture.onePrice(least)
        : picture.price(least, most)
  return `${intensity} ${price} ${picture.table}`
}

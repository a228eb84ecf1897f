import { round1, round2 } from '@hexawatt/shared/bounds/numbers'

/** A row of the picture: its top and height, percent of the picture's height. */
export type Row = { top: number; height: number }

/** The rows from top to bottom: names of the days, sky and relief, hours, price. The style sheet sets the height of the whole. */
export type PictureRows = { days: Row; land: Row; hours: Row; price: Row }

const withPrice: PictureRows = {
  days: { top: 0, height: 8.5 },
  land: { top: 8.5, height: 62.5 },
  hours: { top: 71, height: 7.5 },
  price: { top: 78.5, height: 21.5 },
}

/** A price that is the same at all hours needs less space. */
const withFlatPrice: PictureRows = {
  days: { top: 0, height: 9.2 },
  land: { top: 9.2, height: 67.4 },
  hours: { top: 76.6, height: 8.2 },
  price: { top: 84.8, height: 15.2 },
}

export const chooseRows = (isPriceFlat: boolean): PictureRows => (isPriceFlat ? withFlatPrice : withPrice)

/** Height of the row of sky and relief in view box units: curves are drawn in a box of the slots × 100. */
export const boxHeight = 100

/** Position in the picture, as an SVG length, of a height in the box of a row. */
export const toPictureY = ({ top, height }: Row, boxY: number): string =>
  `${round1(top + (height * boxY) / boxHeight)}%`

/** Position in the picture, as an SVG length, of the start of a slot, or of a point within it. */
export const toPictureX = (slot: number, slots: number): string => `${round2((100 * slot) / slots)}%`

/** A length that follows the size of the text. */
export const toEm = (length: number): string => `${round2(length)}em`

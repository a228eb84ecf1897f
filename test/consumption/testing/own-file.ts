import { makeUpCurve, writeCustomerFile } from '@hexawatt/shared/methodology/load-curve/testing/curve-files-fixture'

/** Identifier of no meter, which is in the file and in its name. */
export const meter = '19370461852974'

/** Half-hours of six days. */
export const curve = makeUpCurve(Date.parse('2026-01-28T00:00:00+01:00'), 6)

/** The file of the curve with powers that occur nowhere else, as a reader has it. */
const powerW = curve.powerW.map((power) => Number(power) + 7_310_000)
export const text = writeCustomerFile({ ...curve, powerW }, { meter })
export const file = { name: `chez-moi_${meter}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) }

export const digest = new Bun.CryptoHasher('sha256').update(text).digest('hex')

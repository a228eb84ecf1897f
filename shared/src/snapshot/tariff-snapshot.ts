import * as v from 'valibot'
import { IsoDate, UtcTimestamp } from '../contract/fields.ts'
import { dataModes } from '../grid/feeds.ts'
import { tariffColorNames } from '../grid/tariff-colors.ts'
import type { SnapshotKind } from './snapshot-store.ts'

/** The known colours by Paris day, ascending, from yesterday on (whose colour applies until 06:00). */
export const TariffSnapshot = v.strictObject({
  mode: v.picklist(dataModes),
  computedAt: UtcTimestamp,
  publishedAt: v.nullable(UtcTimestamp),
  fetchedAt: v.nullable(UtcTimestamp),
  days: v.array(v.strictObject({ date: IsoDate, color: v.picklist(tariffColorNames) })),
})
export type TariffSnapshot = v.InferOutput<typeof TariffSnapshot>

export const tariffSnapshot: SnapshotKind<TariffSnapshot> = { name: 'tariff', schemaVersion: 1, schema: TariffSnapshot }

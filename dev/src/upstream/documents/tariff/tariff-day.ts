import type { TariffColor } from '@hexawatt/shared/grid/tariff-colors'

/** The colour of one Paris civil day (the tariff itself runs from 06:00 to 06:00). */
export type TariffDay = { date: Temporal.PlainDate; color: TariffColor }

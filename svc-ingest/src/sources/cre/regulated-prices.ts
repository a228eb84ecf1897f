import { regulatedPricesSourceId } from '@hexawatt/shared/grid/feeds'
import { referencePublishers } from '@hexawatt/shared/grid/publishers'
import type { Answer, Source } from '../definition/source.ts'
import { type PriceFile, priceFiles } from './price-files.ts'
import { readPriceFile } from './read-price-file.ts'

const folder = '/fileadmin/Documents/Open_data/Marches_de_detail'

/** Prices of the regulated tariff since 2012, from the three files of the energy regulator. */
export const regulatedPrices: Source = {
  id: regulatedPricesSourceId,
  publisher: referencePublishers.regulated_prices.id,
  fills: [],
  rhythm: { kind: 'interval', everyMinutes: 24 * 60, publicationOf: null, keepsIntervalAtStart: true },
  hasIndependentCalls: true,
  calls: () => priceFiles.map(({ name }) => ({ path: `${folder}/${name}`, query: {}, asked: { file: name } })),
  read: (answer) => ({ reference: readPriceFile(findFile(answer), answer.body) }),
  expected: {
    contentType: 'csv',
    members: [],
    newest: { feed: 'regulated prices', minSeries: 1, maxLagMs: null },
  },
}

/** The file that was asked for. @throws Error when the query names none of the three */
function findFile({ query }: Answer): PriceFile {
  const file = priceFiles.find(({ name }) => name === query['file'])
  if (file === undefined) throw new Error(`${query['file'] ?? 'nothing'} is no file of regulated prices`)
  return file
}

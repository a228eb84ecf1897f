import { Elysia } from 'elysia'
import { delayBy, refuseBy } from '../operator/faulty-answer.ts'
import { type ReferenceDeps, sendReference } from '../references/reference-answer.ts'

/** What the agency says about its database; the version stands in the file's name. */
const metadata = {
  id: 'base-carboner',
  title: 'Base carbone®',
  license: {
    title: 'Licence Ouverte / Open Licence',
    href: 'https://www.etalab.gouv.fr/licence-ouverte-open-licence',
  },
  file: { name: 'Base_Carbone_V23.6.csv' },
}

/** Title, licence and version of the agency's database. */
export function emissionFactorDatasetRoute(deps: ReferenceDeps) {
  return new Elysia().get('/data-fair/api/v1/datasets/base-carboner', async () => {
    const faults = deps.faults.take('emission_factors', (fault) => fault.kind !== 'wrong_shape')
    await delayBy(faults)
    refuseBy(faults)
    const answer = await deps.source.factorLines()
    return sendReference(answer, { ...metadata, count: answer.content.length }, faults)
  })
}

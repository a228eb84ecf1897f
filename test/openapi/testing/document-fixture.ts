import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createOpenApiDocument } from '@hexawatt/shared/openapi/document'
import { Ajv2020 } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'

/** The document of an installation with a demo key. */
export const document = createOpenApiDocument({
  publicBaseUrl: 'https://api.example.org',
  planTable: defaultPlanTable,
  demoKey: `hxw_${'d'.repeat(32)}`,
})

/** Where a validator finds the document; references inside of it are resolved from there. */
const documentId = 'urn:hexawatt:openapi'

// OpenAPI's own words stand beside those of JSON Schema, so unknown words of the whole document are none of its errors.
const ajv = new Ajv2020({ allErrors: true, strict: true, strictSchema: false, allowUnionTypes: true })
addFormats(ajv)
ajv.addSchema({ $id: documentId, ...document })

/**
 * Faults of a value by a schema of the document; empty for a valid value.
 *
 * @param pointer JSON pointer to the schema
 */
export function schemaErrors(pointer: string, value: unknown): string[] {
  const validate = ajv.getSchema(`${documentId}${pointer}`)
  if (validate === undefined) throw new Error(`the document has no schema at ${pointer}`)
  if (validate(value) === true) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

import { defaultPlanTable } from '../contract/plans.ts'
import { openApiDocument } from './document.ts'
import type { OpenApiDocument } from './document-types.ts'

/** The document of the product as it comes: its own plans, no demo key, the address of `bun run up`. */
export function productDocument(): OpenApiDocument {
  return openApiDocument({ publicBaseUrl: 'http://localhost:8080', planTable: defaultPlanTable, demoKey: null })
}

import { join } from 'node:path'
import { apiMarkdown } from './api-markdown.ts'
import { productDocument } from './product-document.ts'

await Bun.write(join(import.meta.dir, '../../../docs/api.md'), apiMarkdown(productDocument()))
console.log('docs/api.md is written.')

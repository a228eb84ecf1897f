import { copyWords } from './copy-calls.ts'
import { startReference } from './start-reference.ts'

startReference(copyWords.en, 'Enter my key')

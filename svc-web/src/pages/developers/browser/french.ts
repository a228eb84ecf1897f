import { copyWords, startCopying } from '../../reference/browser/copy-calls.ts'

startCopying(copyWords.fr)

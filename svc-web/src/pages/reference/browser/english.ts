import { startReference } from './start-reference.ts'

startReference({ copied: 'Copied', selected: 'Selected, copy it with Ctrl + C' })

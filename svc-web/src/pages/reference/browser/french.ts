import { startReference } from './start-reference.ts'

startReference({ copied: 'Copié', selected: 'Sélectionné, à copier avec Ctrl + C' })

import { createHomeView } from '../home-view.ts'
import { frenchLandscape } from '../landscape/texts/french.ts'
import { french } from '../texts/french.ts'
import { frenchToday } from '../today/texts/french.ts'
import { startHome } from './start-home.ts'

startHome(createHomeView('fr', { home: french, landscape: frenchLandscape, today: frenchToday }))

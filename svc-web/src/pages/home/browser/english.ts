import { createHomeView } from '../home-view.ts'
import { englishLandscape } from '../landscape/texts/english.ts'
import { english } from '../texts/english.ts'
import { englishToday } from '../today/texts/english.ts'
import { startHome } from './start-home.ts'

startHome(createHomeView('en', { home: english, landscape: englishLandscape, today: englishToday }))

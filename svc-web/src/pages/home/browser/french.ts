import { french } from '../texts/french.ts'
import { createView } from '../texts/view.ts'
import { startHome } from './start-home.ts'

startHome(createView('fr', french))

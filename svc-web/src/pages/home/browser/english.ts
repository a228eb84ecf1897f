import { english } from '../texts/english.ts'
import { createView } from '../texts/view.ts'
import { startHome } from './start-home.ts'

startHome(createView('en', english))

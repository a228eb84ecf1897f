import { english } from '../texts/english.ts'
import { createView } from '../view/view.ts'
import { startPage } from './page.ts'

startPage(createView('en', english))

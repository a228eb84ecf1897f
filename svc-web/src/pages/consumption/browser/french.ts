import { french } from '../texts/french.ts'
import { createView } from '../view/view.ts'
import { startPage } from './page.ts'

startPage(createView('fr', french))

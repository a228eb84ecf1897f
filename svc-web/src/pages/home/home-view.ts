import type { Language } from '@hexawatt/shared/contract/values/languages'
import type { LandscapeTexts } from './landscape/texts/french.ts'
import { createLandscapeView, type LandscapeView } from './landscape/window/landscape-view.ts'
import { createView, type Texts, type View } from './texts/view.ts'
import { createTodayView, type TodayTexts, type TodayView } from './today/texts/view.ts'

/** Texts of every part of the page in one language. */
export type HomeTexts = { home: Texts; landscape: LandscapeTexts; today: TodayTexts }

/** The views of the parts. A script contains the texts of its language only. */
export type HomeView = View & { landscape: LandscapeView; today: TodayView }

export function createHomeView(language: Language, texts: HomeTexts): HomeView {
  const view = createView(language, texts.home)
  return {
    ...view,
    landscape: createLandscapeView(language, texts.landscape, view.format),
    today: createTodayView(language, texts.today),
  }
}

import type { View } from '../texts/view.ts'

/** How long the button says that the address was copied, ms. */
const saidForMs = 3_000

export type AnswerActions = {
  view: View
  /** Brings the frame back to the best moment. */
  goBack: () => void
  chooseReadyBy: (readyBy: string) => void
}

/** Activates the buttons of the answer. Without a script they are links to the same plan. */
export function startAnswerActions(answer: HTMLElement, { view, goBack, chooseReadyBy }: AnswerActions): void {
  answer.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target.closest('a, button') : null
    if (target === null) return
    if (target.id === 'back') goBack()
    if (target.id === 'take-hint') {
      event.preventDefault()
      chooseReadyBy(target.getAttribute('data-ready-by') ?? '')
    }
    if (target.id === 'share' && target instanceof HTMLAnchorElement && share(target.href, view)) event.preventDefault()
  })
}

/** Shares an address by the device's own means, else copies it. @returns whether the browser has a means */
function share(url: string, { texts: { answer } }: View): boolean {
  if (typeof navigator.share === 'function') {
    // Closing the dialog is no failure.
    navigator.share({ title: document.title, url }).catch(() => undefined)
    return true
  }
  // Only pages that are served securely may use the clipboard.
  if (navigator.clipboard === undefined) return false
  navigator.clipboard.writeText(url).then(
    () => say(answer.copied, answer.share),
    () => location.assign(url),
  )
  return true
}

function say(text: string, afterwards: string): void {
  const place = document.getElementById('share-text')
  if (place === null) return
  place.textContent = text
  setTimeout(() => {
    place.textContent = afterwards
  }, saidForMs)
}

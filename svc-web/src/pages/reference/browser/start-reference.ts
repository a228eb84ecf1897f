import { startCopying } from './copy-calls.ts'
import { createSwaggerPlugin } from './swagger-plugin.ts'

type Start = (options: object) => unknown

declare global {
  // The script of the package defines it; the inline script of the page calls it when everything is loaded.
  var SwaggerUIBundle: Start
}

/** Gives Swagger UI the parts of this page, before the page starts it. */
/** @param enterKey what the button says that opens the dialog of the key */
export function startReference(words: Parameters<typeof startCopying>[0], enterKey: string): void {
  startCopying(words)
  const calls = new Map<string, Element>()
  for (const article of document.querySelectorAll<HTMLElement>('#calls article')) {
    const call = article.querySelector('.call')
    if (call !== null) calls.set(article.dataset['path'] ?? '', call)
  }
  const frame = document.getElementById('reference')
  const keptExamples = new Set((frame?.dataset['kept'] ?? '').split(' '))
  const start = globalThis.SwaggerUIBundle
  globalThis.SwaggerUIBundle = (options) =>
    start({ ...options, layout: 'ReferenceLayout', plugins: [createSwaggerPlugin({ calls, keptExamples })] })
  if (frame !== null) keepReachable(frame, enterKey)
}

/** Completes what Swagger UI leaves unreachable by keyboard or without a name, and closes the dialog of the key with Escape. */
function keepReachable(frame: HTMLElement, enterKey: string): void {
  let hasDialog = false
  new MutationObserver(() => {
    const opener = frame.querySelector('.auth-wrapper .authorize span')
    if (opener !== null && opener.textContent !== enterKey) opener.textContent = enterKey
    for (const code of frame.querySelectorAll('pre:not([tabindex])')) code.setAttribute('tabindex', '0')
    for (const body of frame.querySelectorAll('.body-param__text')) body.setAttribute('aria-label', 'Request body')
    for (const table of frame.querySelectorAll('table[role="region"]')) table.setAttribute('aria-label', table.id)
    for (const choice of frame.querySelectorAll('tr[data-param-name] select:not([aria-label])')) {
      choice.setAttribute('aria-label', choice.closest('tr')?.getAttribute('data-param-name') ?? '')
    }
    const dialog = frame.querySelector('.modal-ux')
    if (dialog !== null) completeDialog(dialog, !hasDialog)
    hasDialog = dialog !== null
  }).observe(frame, { childList: true, subtree: true })
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') frame.querySelector<HTMLButtonElement>('.modal-ux .close-modal')?.click()
  })
}

function completeDialog(dialog: Element, isNew: boolean): void {
  dialog.querySelector('.close-modal')?.setAttribute('aria-label', 'Close')
  // The names of these buttons differ from what they show.
  for (const button of dialog.querySelectorAll('button[type="submit"][aria-label]'))
    button.removeAttribute('aria-label')
  // Each field of Swagger UI takes the focus when it appears, so that the dialog would begin at the last one.
  if (isNew) dialog.querySelector('input')?.focus()
}

/** Words of the answer to a click on "copy". */
type CopyWords = { copied: string; selected: string }

export const copyWords = {
  fr: { copied: 'Copié', selected: 'Sélectionné, à copier avec Ctrl + C' },
  en: { copied: 'Copied', selected: 'Selected, copy it with Ctrl + C' },
} as const satisfies Record<string, CopyWords>

/** Makes the buttons of the calls copy the code that is shown, and keeps the chosen language for all calls of the page. */
export function startCopying({ copied, selected }: CopyWords): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('.call button') : null
    const call = button?.closest('.call')
    if (call == null) return
    const language = call.querySelector<HTMLInputElement>('input:checked')?.value ?? ''
    const code = call.querySelector(`[data-snippet="${language}"] code`)
    const status = call.querySelector('[role="status"]')
    if (code === null || status === null) return
    copy(code).then((isCopied) => {
      status.textContent = isCopied ? copied : selected
    })
  })
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.closest('.call') === null) return
    for (const input of document.querySelectorAll<HTMLInputElement>(`.call input[value="${target.value}"]`)) {
      input.checked = true
    }
    for (const status of document.querySelectorAll('.call [role="status"]')) status.textContent = ''
  })
}

/** False where the browser lets no script copy, as over plain HTTP: then the code is selected, so that the keyboard copies it. */
async function copy(code: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent ?? '')
    return true
  } catch {
    getSelection()?.selectAllChildren(code)
    return false
  }
}

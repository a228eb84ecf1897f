import type { LoadCurveKind } from '@hexawatt/shared/methodology/load-curve/load-curve'
import { getElement } from '../../../kit/browser/elements.ts'
import { html } from '../../../kit/html.ts'
import type { View } from '../view/view.ts'
import type { FromWorker } from './worker/messages.ts'

export type ZoneEvents = {
  /** A file may come soon. */ onNear: () => void
  onFiles: (files: File[]) => void
  onForget: () => void
}

/** Activates the zone in which files are dropped: it shows how far the reading is, and what became of it. */
export function startZone({ texts }: View, { onNear, onFiles, onForget }: ZoneEvents) {
  const zone = getElement('zone', HTMLElement)
  const input = getElement('file', HTMLInputElement)
  const label = getElement('file-label', HTMLElement)
  const forget = getElement('forget', HTMLButtonElement)
  const wait = getElement('zone-wait', HTMLElement)
  const progress = getElement('zone-progress', HTMLProgressElement)
  const title = getElement('zone-title', HTMLElement)
  const told = getElement('zone-say', HTMLElement)
  const refused = getElement('zone-refusal', HTMLElement)

  function show({ text = '', refusal = '', isBusy = false }): void {
    told.textContent = text
    // The reason stands out; what to do follows it.
    const [reason = '', ...steps] = refusal.split(/(?<=[.!]) /)
    refused.innerHTML = html`<b>${reason}</b> ${steps.join(' ')}`.markup
    refused.hidden = refusal === ''
    wait.hidden = !isBusy
    zone.classList.toggle('refused', refusal !== '')
    zone.setAttribute('aria-busy', String(isBusy))
  }

  function showProgress(text: string, share: number | null): void {
    show({ text, isBusy: true })
    if (share === null) progress.removeAttribute('value')
    else progress.value = share
  }

  function take(files: FileList | null | undefined): void {
    const given = [...(files ?? [])]
    if (given.length > 0) onFiles(given)
  }

  input.addEventListener('change', () => {
    take(input.files)
    // The same file may be chosen again.
    input.value = ''
  })
  forget.addEventListener('click', onForget)
  for (const type of ['pointerenter', 'focusin', 'dragenter']) zone.addEventListener(type, onNear)
  // A file that misses the zone must not replace the page.
  for (const type of ['dragover', 'drop'] as const) addEventListener(type, (event) => event.preventDefault())
  addEventListener('dragover', ({ target }) =>
    zone.classList.toggle('over', target instanceof Node && zone.contains(target)),
  )
  addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) zone.classList.remove('over')
  })
  addEventListener('drop', ({ dataTransfer, target }) => {
    zone.classList.remove('over')
    if (target instanceof Node && zone.contains(target)) take(dataTransfer?.files)
  })

  return {
    showProgress,
    isBusy: (): boolean => !wait.hidden,
    showMessage(message: FromWorker): void {
      const { zone: words } = texts
      if (message.kind === 'reading') showProgress(words.reading, null)
      if (message.kind === 'computing') showProgress(words.computing, 1)
      if (message.kind === 'waiting') showProgress(words.waiting({ seconds: String(message.seconds) }), null)
      if (message.kind === 'months') {
        const counts = { done: String(message.done), all: String(message.all) }
        showProgress(words.months(counts), message.all === 0 ? null : message.done / message.all)
      }
      if (message.kind === 'refused') show({ refusal: message.text })
      if (message.kind === 'failed') show({ refusal: words[message.reason] })
      if (message.kind === 'tooLong') {
        show({ refusal: words.tooLong({ months: String(message.months), most: String(message.most) }) })
      }
    },
    showRead(kind: LoadCurveKind): void {
      show({ text: texts.zone.read({ kind: texts.zone.kindNames[kind] }) })
      title.textContent = texts.zone.done
      label.textContent = texts.zone.another
      forget.hidden = false
      zone.classList.add('done')
    },
    showForgotten(): void {
      show({ text: texts.zone.forgotten })
      title.textContent = texts.zone.drop
      label.textContent = texts.zone.choose
      forget.hidden = true
      zone.classList.remove('done')
      input.focus()
    },
  }
}

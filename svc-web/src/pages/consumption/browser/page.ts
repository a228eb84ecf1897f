import { createPlaceParts, getElement } from '../../../kit/browser/elements.ts'
import { renderContractName } from '../../../kit/drawing/contract-name.ts'
import type { ShownResult } from '../result/shown-result.ts'
import type { HouseholdTerms } from '../terms/household-terms.ts'
import { renderContractParts, renderParts, renderShiftParts, type Shown } from '../view/content.ts'
import type { View } from '../view/view.ts'
import { startHoneycomb } from './honeycomb.ts'
import { createReading } from './reading.ts'
import { startTerms } from './terms.ts'
import type { FromWorker, KeptForm } from './worker/messages.ts'
import { startZone } from './zone.ts'

/** Activates the page: files, the contract, the honeycomb and the slider. The example is shown while there is no file. */
export function startPage(view: View): void {
  const example: ShownResult = JSON.parse(getElement('example-data', HTMLElement).textContent)
  const placeParts = createPlaceParts()
  const slider = getElement('share', HTMLInputElement)
  const shareOut = getElement('share-out', HTMLOutputElement)
  const { dataset } = getElement('consumption', HTMLElement)
  const zone = startZone(view, { onNear: () => reading.prepare(), onFiles: readFiles, onForget: forget })
  const terms = startTerms(view, {
    onContract: showContract,
    onTerms: (changed, needsFigures) => reading.update(changed, needsFigures),
  })
  let shown: Shown = {
    result: example,
    isExample: true,
    tariff: terms.read().contract.tariff,
    sharePercent: Number(slider.value),
  }
  const honeycomb = startHoneycomb(view, () => shown.result.honeycomb)
  const reading = createReading(dataset['worker'] ?? '', handleMessage)
  const keeping = startKeeping(view, reading.keep)

  function readFiles(files: File[]): void {
    zone.showProgress(view.texts.zone.reading, null)
    reading.read(files, terms.read(), view.language)
  }

  function handleMessage(message: FromWorker): void {
    if (message.kind === 'result') showResult(message.result)
    else if (message.kind === 'kept') keeping.save(message)
    else if (message.kind === 'failed' && !zone.isBusy()) keeping.showFailure()
    else zone.showMessage(message)
  }

  function showResult(result: ShownResult): void {
    shown = { ...shown, result, isExample: false }
    showEverything()
    zone.showRead(result.statement.file.kind)
    keeping.setAvailable(true)
    // The terms changed while the file was being read.
    if (JSON.stringify(result.terms) !== JSON.stringify(terms.read())) reading.update(terms.read(), true)
  }

  function forget(): void {
    reading.forget()
    shown = { ...shown, result: example, isExample: true }
    showEverything()
    keeping.setAvailable(false)
    zone.showForgotten()
  }

  function showEverything(): void {
    placeParts(renderParts(shown, view))
    honeycomb.reset()
  }

  function showContract({ contract }: HouseholdTerms): void {
    shown = { ...shown, tariff: contract.tariff }
    placeParts(renderContractParts(shown, view))
    const name = document.getElementById('contract-name')
    if (name !== null) name.innerHTML = renderContractName(contract.tariff, view.language).markup
  }

  slider.addEventListener('input', () => {
    shown = { ...shown, sharePercent: Number(slider.value) }
    shareOut.textContent = view.format.quantity(shown.sharePercent, 0, '%')
    placeParts(renderShiftParts(shown, view))
  })
}

const mediaTypes: Readonly<Record<KeptForm, string>> = {
  html: 'text/html;charset=utf-8',
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
}

/** Activates the buttons by which the statement of a file is kept. The worker writes it; it becomes a file of the reader. */
function startKeeping({ texts }: View, onKeep: (form: KeptForm) => void) {
  const section = getElement('keep', HTMLElement)
  const told = getElement('keep-say', HTMLElement)
  for (const form of ['html', 'csv', 'json'] as const) {
    getElement(`keep-${form}`, HTMLButtonElement).addEventListener('click', () => {
      told.textContent = ''
      onKeep(form)
    })
  }
  return {
    setAvailable(isAvailable: boolean): void {
      section.hidden = !isAvailable
    },
    showFailure(): void {
      told.textContent = texts.statement.failed
    },
    save({ form, name, text }: Extract<FromWorker, { kind: 'kept' }>): void {
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob([text], { type: mediaTypes[form] }))
      link.download = name
      link.click()
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
    },
  }
}

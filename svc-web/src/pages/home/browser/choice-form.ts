import { writeHourRanges } from '@hexawatt/shared/contract/planning/hour-ranges'
import { typeset } from '@hexawatt/shared/methodology/score/texts/sentence'
import { getElement } from '../../../kit/browser/elements.ts'
import { renderContractName } from '../../../kit/drawing/contract-name.ts'
import { writeRanges } from '../choice/hours-words.ts'
import { appliances } from '../plan/appliances.ts'
import { writeChoice } from '../plan/choice.ts'
import { writeAddress } from '../plan/choice-address.ts'
import { type ChoiceReading, formStateFields, readChoice } from '../plan/read-choice.ts'
import type { View } from '../texts/view.ts'

/** Fields whose change is a statement about the reader's contract. */
const contractFields = ['tariff', 'offPeak', 'offPeakSummer', 'offPeakWinter', 'adder', 'adderCtPerKwh', 'vatPercent']

/** A request remembers the contract of a choice in a cookie, so that the next page has it. The choice applies to this page even when it cannot be stored. */
function rememberContract(reading: ChoiceReading): void {
  fetch(`?keep=contract&${writeChoice(reading.choice)}`, { cache: 'no-store', redirect: 'manual' }).catch(
    () => undefined,
  )
}

export type ChoiceFormOptions = {
  first: ChoiceReading
  adders: readonly string[]
  view: View
  onChange: (reading: ChoiceReading) => void
}

/**
 * Activates the form: each change is read, written into the address, and, where it is about the contract, remembered. Texts that cannot be read stay in
 * their fields and in the address; what was valid last stays in force.
 */
export function startChoiceForm({ first, adders, view, onChange }: ChoiceFormOptions) {
  const form = getElement('choose', HTMLFormElement)
  const field = (name: string) => form.elements.namedItem(name)
  let reading = first

  function setText(name: string, text: string): void {
    const input = field(name)
    if (input instanceof HTMLInputElement) input.value = text
  }

  function read(): void {
    const asked = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
    for (const name of formStateFields) asked.delete(name)
    reading = readChoice(asked, reading.choice.contract, adders)
    for (const element of form.elements) {
      if (element instanceof HTMLInputElement && element.type === 'text') {
        const isRefused = Object.hasOwn(reading.refused, element.name)
        if (isRefused) element.setAttribute('aria-invalid', 'true')
        else element.removeAttribute('aria-invalid')
      }
    }
  }

  function showQuiet(): void {
    const { quiet } = reading.choice
    const box = field('quiet')
    if (quiet.length === 0 || !(box instanceof HTMLInputElement)) return
    box.value = writeHourRanges(quiet)
    getElement('quiet-name', HTMLElement).textContent = typeset(
      view.texts.choice.quiet(writeRanges(quiet, view)),
      view.language,
    )
  }

  function showContract(): void {
    const { choice: words } = view.texts
    const name = document.getElementById('contract-name')
    if (name !== null) name.innerHTML = renderContractName(reading.choice.contract.tariff, view.language).markup
    getElement('ask', HTMLElement).textContent = words.contractKept
    getElement('contrat', HTMLElement).classList.remove('ask')
  }

  function apply(): void {
    const language = new URLSearchParams(location.search).get('lang')
    history.replaceState(null, '', `?${writeAddress(reading)}${language === null ? '' : `&lang=${language}`}`)
    onChange(reading)
  }

  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
    if (target.name === 'appliance') {
      const usual = Object.entries(appliances).find(([id]) => id === target.value)?.[1]
      setText('energyKWh', view.format.exact(usual?.energyKWh ?? 0))
      setText('powerKW', view.format.exact(usual?.powerKW ?? 0))
    }
    if (target.name === 'offPeak') {
      // Hours of all year replace those of the seasons.
      setText('offPeakSummer', '')
      setText('offPeakWinter', '')
    }
    if (target.name === 'quietHours') {
      const box = field('quiet')
      if (box instanceof HTMLInputElement) box.checked = target.value.trim() !== ''
    }
    read()
    showQuiet()
    if (contractFields.includes(target.name)) showContract()
    apply()
  })
  // Of a text that is being typed only the last state is remembered.
  form.addEventListener('change', ({ target }) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement
    if (isField && contractFields.includes(target.name)) rememberContract(reading)
  })

  return {
    /** Chooses a deadline that is on offer. */
    chooseReadyBy(readyBy: string): void {
      const select = getElement('ready-by', HTMLSelectElement)
      select.value = readyBy
      read()
      apply()
    },
  }
}

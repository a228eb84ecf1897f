import { getElement } from '../../../kit/browser/elements.ts'
import { makeDefaultChoice, type PlanChoice, readChoice, writeChoice } from '../plan/choice.ts'
import { applianceIds } from '../texts/texts.ts'

/** Storage key of the remembered choice. */
const storageKey = 'hexawatt.plan'

/**
 * Activates the planner. The choice comes from the address (behind `#`), else from the remembered one, else it is a washing machine; each change is
 * remembered and written into the address, so that both restore it.
 * @param onChange called with the choice, first immediately
 */
export function startPlanner(onChange: (choice: PlanChoice) => void): void {
  const form = getElement('planner', HTMLFormElement)
  const offPeakField = getElement('plan-offPeak-field', HTMLElement)
  const inputs = {
    energyKWh: getElement('plan-energyKWh', HTMLInputElement),
    powerKW: getElement('plan-powerKW', HTMLInputElement),
    readyBy: getElement('plan-readyBy', HTMLInputElement),
    tariff: getElement('plan-tariff', HTMLSelectElement),
    offPeak: getElement('plan-offPeak', HTMLInputElement),
    objective: getElement('plan-objective', HTMLSelectElement),
  }

  function show(choice: PlanChoice): void {
    for (const radio of form.querySelectorAll<HTMLInputElement>('[name=appliance]')) {
      radio.checked = radio.value === choice.appliance
    }
    inputs.energyKWh.value = String(choice.energyKWh)
    inputs.powerKW.value = String(choice.powerKW)
    inputs.readyBy.value = choice.readyBy
    inputs.tariff.value = choice.tariff
    inputs.offPeak.value = choice.offPeak
    inputs.objective.value = choice.objective
    offPeakField.hidden = choice.tariff !== 'hphc'
  }

  /** The content of the form; a number that is still incomplete counts as the appliance's default. */
  function readForm(): PlanChoice {
    const texts = [...new FormData(form)].map(([name, value]) => [name, String(value)])
    return readChoice(new URLSearchParams(texts).toString()) ?? makeDefaultChoice()
  }

  function apply(choice: PlanChoice): void {
    const text = writeChoice(choice)
    history.replaceState(null, '', `#${text}`)
    remember(text)
    onChange(choice)
  }

  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('input', ({ target }) => {
    let choice = readForm()
    const appliance = applianceIds.find(
      (id) => target instanceof HTMLInputElement && target.type === 'radio' && id === target.value,
    )
    if (appliance !== undefined) {
      const { energyKWh, powerKW } = makeDefaultChoice(appliance)
      choice = { ...choice, energyKWh, powerKW }
      show(choice)
    }
    if (target === inputs.tariff) {
      // With one price at all hours, only emissions differ.
      choice = { ...choice, objective: choice.tariff === 'base' ? 'carbon' : 'cost' }
      show(choice)
    }
    apply(choice)
  })
  addEventListener('hashchange', () => {
    const linked = readChoice(location.hash.slice(1))
    if (linked === null) return
    show(linked)
    apply(linked)
  })
  const first = readChoice(location.hash.slice(1)) ?? readChoice(readRemembered()) ?? makeDefaultChoice()
  show(first)
  onChange(first)
}

function readRemembered(): string {
  try {
    return localStorage.getItem(storageKey) ?? ''
  } catch {
    // A browser may forbid it; then nothing is remembered.
    return ''
  }
}

function remember(text: string): void {
  try {
    localStorage.setItem(storageKey, text)
  } catch {
    // The plan is shown anyway.
  }
}

import { element } from './elements.ts'

/** Lets the appearance be chosen; the server is told, so that the next page comes in it. */
export function startTheme(onChange: () => void): void {
  const select = element('theme', HTMLSelectElement)
  select.addEventListener('change', () => {
    document.documentElement.dataset['theme'] = select.value
    onChange()
    // That it is not remembered is no reason to take the choice back.
    fetch(`?theme=${select.value}`, { cache: 'no-store' }).catch(() => undefined)
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', onChange)
}

import { useEffect, useLayoutEffect, useRef } from 'react'
import { typeText } from './type-text.ts'

/** For the root: repeats what was typed or chosen before hydration, so that each control's handlers learn of it. */
export function useEarlyInput(): void {
  const repeats = useRef<readonly (() => void)[]>([])
  // A render that follows the hydration may replace the values: they are read before it.
  useLayoutEffect(() => {
    repeats.current = [...document.querySelectorAll('input, textarea, select')].flatMap(planRepeat)
  }, [])
  // Within an effect, React would restore the values before it renders the handlers' changes.
  useEffect(
    () =>
      queueMicrotask(() => {
        for (const repeat of repeats.current) repeat()
      }),
    [],
  )
}

function planRepeat(control: Element): (() => void)[] {
  if (control instanceof HTMLSelectElement) return planChoice(control)
  if (control instanceof HTMLTextAreaElement) return planText(control)
  if (!(control instanceof HTMLInputElement)) return []
  if (control.type === 'file') return control.value === '' ? [] : [() => fireChange(control)]
  return control.type === 'checkbox' || control.type === 'radio' ? planCheck(control) : planText(control)
}

function planText(control: HTMLInputElement | HTMLTextAreaElement): (() => void)[] {
  const { value, defaultValue, selectionStart, selectionEnd } = control
  if (value === defaultValue) return []
  return [
    () => {
      // React compares the event's value with the one that it knows.
      control.value = defaultValue
      typeText(control, value)
      if (selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd)
    },
  ]
}

function planChoice(select: HTMLSelectElement): (() => void)[] {
  const { value, options } = select
  const initial = [...options].findLast(({ defaultSelected }) => defaultSelected) ?? options[0]
  if (value === initial?.value) return []
  return [
    () => {
      select.value = value
      fireChange(select)
    },
  ]
}

function planCheck(control: HTMLInputElement): (() => void)[] {
  const { checked, defaultChecked } = control
  // The click on a radio button unchecks the others.
  if (checked === defaultChecked || (control.type === 'radio' && !checked)) return []
  return [
    () => {
      control.checked = defaultChecked
      control.click()
    },
  ]
}

const fireChange = (control: HTMLElement) => control.dispatchEvent(new Event('change', { bubbles: true }))

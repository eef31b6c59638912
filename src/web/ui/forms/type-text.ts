type TextControl = HTMLInputElement | HTMLTextAreaElement

/** Fires `input` and bypasses React's value setter, after which React would ignore the event. */
export function typeText(control: TextControl, text: string): void {
  const prototype = control instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, text)
  control.dispatchEvent(new Event('input', { bubbles: true }))
}

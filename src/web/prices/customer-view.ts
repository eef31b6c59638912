import { useSyncExternalStore } from 'react'
import { browserTexts } from '#web/browser-storage.ts'

/** A contractor shows the screen to a client: prices of the company are hidden. */
export const customerViewKey = 'customerView'

const changes = new EventTarget()

/** Also after prices of the company are read. */
export function onPriceChange(callback: () => void): () => void {
  changes.addEventListener('change', callback)
  return () => changes.removeEventListener('change', callback)
}

export const announcePriceChange = () => changes.dispatchEvent(new Event('change'))

export const isCustomerView = (): boolean => browserTexts.read(customerViewKey) !== null

export function setCustomerView(isOn: boolean): void {
  if (isOn) browserTexts.write(customerViewKey, 'on')
  else browserTexts.remove(customerViewKey)
  announcePriceChange()
}

export const useCustomerView = (): boolean => useSyncExternalStore(onPriceChange, isCustomerView, () => false)

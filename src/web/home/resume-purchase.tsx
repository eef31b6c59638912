import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import {
  type InterruptedPurchase,
  onInterruptedPurchaseChange,
  readInterruptedPurchase,
  removeInterruptedPurchase,
} from './interrupted-purchase.ts'

/** Leads back to what signing up has interrupted. */
export function ResumePurchase() {
  const text = useSyncExternalStore(onInterruptedPurchaseChange, readInterruptedPurchase, () => null)
  if (text === null) return null
  const { path, name }: InterruptedPurchase = JSON.parse(text)
  return (
    <section aria-label="Your purchase" className="border-b border-base-300 bg-base-100">
      <div className="page-width flex flex-wrap items-center gap-3 py-4">
        <p className="me-auto text-lg">
          Go on with <strong>{name}</strong>
        </p>
        <Link to={path} className="btn btn-primary" onClick={removeInterruptedPurchase}>
          Go on
        </Link>
        <button type="button" className="btn btn-quiet" onClick={removeInterruptedPurchase}>
          Not now
        </button>
      </div>
    </section>
  )
}

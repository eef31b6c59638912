import { Link } from 'react-router'
import { useMoney } from '#web/ui/text/money.tsx'
import { type InterruptedPurchase, removeInterruptedPurchase } from './interrupted-purchase.ts'

export default function ResumePurchase({ text }: { text: string }) {
  const formatMoney = useMoney()
  const { path, name, cents }: InterruptedPurchase = JSON.parse(text)
  return (
    <section aria-label="Your purchase" className="border-b-4 border-primary bg-base-100">
      <div className="page-width flex flex-wrap items-center gap-3 py-4">
        <p className="text-lg">
          {cents === undefined ? 'Go on with ' : 'Your order waits: '}
          <strong>
            {name}
            {cents !== undefined && `, ${formatMoney(cents / 100)}`}
          </strong>
        </p>
        <Link to={path} className="btn btn-primary" onClick={removeInterruptedPurchase}>
          {cents === undefined ? 'Go on' : 'Check out'}
        </Link>
        <button type="button" className="btn btn-quiet" onClick={removeInterruptedPurchase}>
          Not now
        </button>
      </div>
    </section>
  )
}

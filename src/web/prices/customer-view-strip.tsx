import { useRevalidator } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { setCustomerView } from './customer-view.ts'

export default function CustomerViewStrip() {
  const { revalidate } = useRevalidator()
  function end() {
    setCustomerView(false)
    void revalidate()
  }
  return (
    <div role="status" className="border-b border-base-300 bg-base-200">
      <p className="page-width flex flex-wrap items-center gap-x-4 py-1 text-sm">
        Customer view: the shop, carts and lists show list prices. Orders say, and cost, what is agreed.
        <Button className="link" onClick={end}>
          Show our prices
        </Button>
      </p>
    </div>
  )
}

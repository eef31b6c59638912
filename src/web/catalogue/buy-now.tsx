import { Link } from 'react-router'
import { Status } from '#web/ui/status.tsx'

export const orderableToolsUrl = '/shop?orderable=true'

interface BuyNowProps {
  id: string
  inStock: boolean
  className: string
}

export function BuyNow({ id, inStock, className }: BuyNowProps) {
  return (
    <Link
      prefetch="intent"
      to={`/purchase/${id}`}
      className={`btn ${inStock ? 'btn-primary' : 'btn-quiet'} ${className}`}
    >
      Buy Now
    </Link>
  )
}

export function OutOfStock() {
  return <Status kind="error">Out of stock</Status>
}

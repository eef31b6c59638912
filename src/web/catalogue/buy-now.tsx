import { Link } from 'react-router'
import { Status } from '#web/ui/status.tsx'

export const orderableToolsUrl = '/shop?orderable=true'

interface BuyNowProps {
  id: string
  inStock: boolean
  className: string
}

/** Quiet, but still a link, for a tool of which fewer pieces are left than the minimum order. */
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

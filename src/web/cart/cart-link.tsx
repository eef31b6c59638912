import { Link } from 'react-router'
import { CartIcon } from './cart-icon.tsx'
import { useCartCount } from './cart-store.ts'

export function CartLink() {
  const count = useCartCount()
  return (
    <Link
      to="/cart"
      aria-label={count > 0 ? `Cart, ${count} ${count === 1 ? 'tool' : 'tools'}` : 'Cart'}
      className="btn btn-ghost btn-square relative"
    >
      <CartIcon />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute -top-0.5 -right-1 grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1 text-xs font-semibold text-primary-content tabular-nums"
        >
          {count}
        </span>
      )}
    </Link>
  )
}

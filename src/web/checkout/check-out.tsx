import { redirect } from 'react-router'

/** Older links lead here: a cart is ordered on its own page. */
export const loader = () => redirect('/cart')

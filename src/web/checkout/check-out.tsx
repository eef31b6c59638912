import { redirect } from 'react-router'

/** Carts and orders are one page; older links lead here. */
export const loader = () => redirect('/cart')

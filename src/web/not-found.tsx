import { data, Link } from 'react-router'
import { titleMeta } from './seo/meta.ts'

export const loader = () => data(null, { status: 404 })
export const meta = titleMeta('Page not found')

export default function NotFound() {
  return (
    <section className="page-width grid justify-items-center gap-6 py-24 text-center">
      <p className="font-display text-8xl text-muted" aria-hidden="true">
        404
      </p>
      <h1 className="text-[length:var(--text-title)]">OPPS! PAGE NOT BE FOUND</h1>
      <p className="max-w-prose text-muted">The address may be mistyped, or the page has moved.</p>
      <input type="search" className="input w-full max-w-sm" aria-label="Search" placeholder="Search" />
      <Link to="/" className="btn btn-primary">
        Back to home page
      </Link>
    </section>
  )
}

import { isRouteErrorResponse, useRouteError } from 'react-router'
import { failureOf } from './failure.ts'

/** What stands in for a page that could not be shown: what went wrong, and a way on. */
export function ErrorPage() {
  const error = useRouteError()
  const missing = isRouteErrorResponse(error) && error.status === 404
  return (
    <section className="page-width grid justify-items-start gap-4 py-24">
      <h1 className="section-title">{missing ? 'This page is not here' : 'Something went wrong'}</h1>
      <p className="max-w-prose">{sentenceOf(error)}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        {!missing && (
          <button type="button" className="btn btn-primary" onClick={() => window.location.reload()}>
            Try again
          </button>
        )}
        <a className={missing ? 'btn btn-primary' : 'btn btn-quiet'} href="/">
          Back to home page
        </a>
      </div>
    </section>
  )
}

function sentenceOf(error: unknown): string {
  if (!isRouteErrorResponse(error)) return failureOf(error)
  if (typeof error.data === 'string' && error.data !== '') return error.data
  return error.status === 404
    ? 'It may have moved, or it never was.'
    : 'Nothing of yours is lost. Please try again in a moment.'
}

import type { ReactNode } from 'react'
import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from 'react-router'
import { Refusal } from '#contract/refusal.ts'
import type { PageSettings } from '#web/context.ts'
import { formatTitle } from '#web/seo/meta.ts'
import { isMissingSentence, toErrorMessage } from '#web/session/api-errors.ts'

interface ErrorPageProps {
  missing?: string
  sentence?: string
  children?: ReactNode
}

export function ErrorPage({ missing = 'This page is not here', sentence, children }: ErrorPageProps) {
  const error = useRouteError()
  const settings = useRouteLoaderData('root') as PageSettings | undefined
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  const heading = isMissing ? missing : 'Something went wrong'
  return (
    <section className="page-width grid justify-items-start gap-4 py-16">
      <title>{formatTitle(heading, settings)}</title>
      <h1 className="section-title">{heading}</h1>
      <p className="max-w-prose">{(isMissing && sentence) || toSentence(error)}</p>
      {error instanceof Refusal && error.instance && (
        <p className="max-w-prose text-sm break-all">If you contact us, mention {error.instance}</p>
      )}
      {isMissing && children}
      <div className="mt-2 flex flex-wrap gap-3">
        {!isMissing && (
          <button type="button" className="btn btn-primary" onClick={() => window.location.reload()}>
            Try again
          </button>
        )}
        <a className={isMissing && !children ? 'btn btn-primary' : 'btn btn-quiet'} href="/">
          Back to home page
        </a>
      </div>
    </section>
  )
}

function toSentence(error: unknown): string {
  if (!isRouteErrorResponse(error)) return toErrorMessage(error)
  // A proxy may have answered, in HTML.
  if (isMissingSentence(error.data)) return error.data
  return error.status === 404
    ? 'It may have moved, or it never existed.'
    : 'Nothing of yours is lost. Please try again in a moment.'
}

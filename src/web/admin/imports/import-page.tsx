import { useEffect } from 'react'
import { Link, redirect, useRevalidator } from 'react-router'
import { type ImportColumn, importFieldTitles } from '#contract/cells/tool-cells.ts'
import { formatNumber } from '#contract/format-number.ts'
import type { ImportDetails, ImportRowStatus } from '#contract/schemas/admin/imports.ts'
import { isProcessing } from '#contract/states/import-steps.ts'
import { clientContext } from '#web/context.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { getOrNotFound, toConflictMessage, toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { keepFormOnExpiry } from '#web/session/middleware.ts'
import { formatCount } from '#web/ui/text/format-count.ts'
import { formatTime } from '#web/ui/text/format-time.ts'
import { toast } from '#web/ui/toast.tsx'
import { Crumb } from '#web/widgets/crumb.tsx'
import type { Route } from './+types/import-page'
import { ImportActions } from './import-actions.tsx'
import { ImportRows } from './import-rows.tsx'
import { ImportStatus } from './import-status.tsx'
import { MappingForm } from './mapping-form.tsx'

const pageSize = 50
const statuses: readonly ImportRowStatus[] = ['faulty', 'new', 'changed', 'removed', 'unchanged']

export async function clientLoader({ request, context, params }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  const search = new URL(request.url).searchParams
  const details = await getOrNotFound(client.getImport({ params }), 'import')
  const isMapping = details.state === 'mapping' || (details.state === 'checked' && search.has('columns'))
  if (isMapping) return { details, mapped: { categories: await client.listCategories({}) } }
  const show = search.get('show')
  const status = statuses.find(each => each === show) ?? chooseStatus(details, show)
  const cursor = search.get('after') ?? undefined
  const isKept = show === 'kept'
  const query = { limit: pageSize, cursor, ...(isKept ? { kept: 'true' as const } : { status }) }
  const rows = await client.listImportRows({ params, query })
  return { details, reviewed: { rows, show: isKept ? 'kept' : (status ?? 'all'), isLater: cursor !== undefined } }
}

const closedAccount = 'a closed account'

/** While the import is to be reviewed, faulty rows come first; in other states, last. */
function chooseStatus({ counts, state }: ImportDetails, show: string | null): ImportRowStatus | undefined {
  if (show === 'all') return undefined
  const ordered =
    state === 'checked' ? statuses : statuses.toSorted((a, b) => Number(a === 'faulty') - Number(b === 'faulty'))
  return ordered.find(status => status !== 'unchanged' && counts[status] > 0)
}

export async function clientAction({ request, context, params }: Route.ClientActionArgs) {
  keepFormOnExpiry(context)
  const client = context.get(clientContext)
  const form = await request.formData()
  const intent = String(form.get('intent'))
  try {
    if (intent === 'repair') {
      const cells: Partial<Record<ImportColumn, string>> = JSON.parse(String(form.get('cells')))
      await client.repairImportRow({
        params: { id: params.id, position: String(form.get('position')) },
        body: { cells, shown: JSON.parse(String(form.get('shown'))) },
      })
    }
    if (intent === 'map') {
      const body = { mapping: JSON.parse(String(form.get('mapping'))), supplier: String(form.get('supplier')) }
      await client.mapImport({ params, body })
      return redirect(`/dashboard/imports/${params.id}`)
    }
    if (intent === 'apply') await client.applyImport({ params, body: { version: Number(form.get('version')) } })
    if (intent === 'undo') return redirect(`/dashboard/imports/${(await client.undoImport({ params }))._id}`)
    if (intent === 'discard') await client.discardImport({ params })
  } catch (error) {
    if (intent === 'map') return { errors: { '': toErrorMessage(error), ...toFieldErrors(error) } }
    toast('error', toConflictMessage(error))
  }
  return null
}

export const meta = titleMeta('Import')

export default function ImportPage({ loaderData: { details, mapped, reviewed } }: Route.ComponentProps) {
  const { state, counts, rowCount, fileTable, undoes } = details
  useReloads(isProcessing(state))
  const { pending: _, ...checkedCounts } = counts
  const checked = Object.values(checkedCounts).reduce((sum, count) => sum + count, 0)
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="grid gap-1">
        {details.list ? (
          <Crumb to={`/dashboard/priceLists/${details.list._id}`}>{details.list.name}</Crumb>
        ) : (
          <Crumb to="/dashboard/imports">Imports</Crumb>
        )}
        <h1 className="section-title plain-title wrap-anywhere">{details.fileName}</h1>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted" role="status">
          <ImportStatus state={state} />
          <span>
            {undoes ? 'Begun' : 'Uploaded'} {formatTime(details.createdAt)} by {details.createdBy ?? closedAccount}
          </span>
          {details.supplier && <span>List of {details.supplier}</span>}
          {details.appliedAt && (
            <span>
              Applied {formatTime(details.appliedAt)} by {details.appliedBy ?? closedAccount}
            </span>
          )}
          {details.undoneAt && (
            <span>
              Undone {formatTime(details.undoneAt)} by {details.undoneBy ?? closedAccount}
            </span>
          )}
        </div>
      </header>
      {isProcessing(state) && (
        <div className="grid max-w-xl gap-2">
          <progress
            className="h-3 w-full accent-primary"
            aria-label="Progress"
            {...(state === 'checking' && { max: rowCount, value: checked })}
          />
          <p>
            {state === 'checking'
              ? `${formatNumber(checked)} of ${formatNumber(rowCount)} rows are checked.`
              : 'The shop writes the rows.'}{' '}
            You may close this page: the work goes on.
          </p>
        </div>
      )}
      <Notices details={details} />
      {mapped && fileTable && <MappingForm details={{ ...details, fileTable }} categories={mapped.categories} />}
      <div className="flex flex-wrap items-center gap-3">
        <ImportActions details={details} />
        {state === 'applied' && !undoes && !details.list && (
          <>
            <Link to="/dashboard/imports/pictures" className="btn btn-quiet btn-sm">
              Add many pictures
            </Link>
            <Link to="/shop" className="link">
              See the shop
            </Link>
          </>
        )}
        {reviewed && fileTable && (details.list || !hasOwnColumns(details)) && state === 'checked' && (
          <Link to="?columns" className="btn btn-quiet btn-sm">
            Change the columns
          </Link>
        )}
        {undoes && (
          <Link to={`/dashboard/imports/${undoes}`} className="link">
            The import that this one takes back
          </Link>
        )}
      </div>
      {reviewed && <ImportRows details={details} {...reviewed} hasMore={reviewed.rows.length === pageSize} />}
    </section>
  )
}

/** Nothing was asked about a list that is made for this shop. */
const hasOwnColumns = ({ fileTable, mapping }: ImportDetails) =>
  fileTable?.columns.every(({ title }, index) => {
    const field = mapping?.columns[index]
    return field && title === importFieldTitles[field]
  }) ?? false

const reloadMs = 1_000

function useReloads(isActive: boolean): void {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isActive || state !== 'idle') return
    const timer = setTimeout(revalidate, reloadMs)
    return () => clearTimeout(timer)
  }, [isActive, state, revalidate])
}

function Notices({ details: { state, staleCount, keptCount, appliedBefore, failure } }: { details: ImportDetails }) {
  const notices = [
    failure,
    state === 'checked' && staleCount > 0
      ? `Nothing was applied: ${formatNumber(staleCount)} of the rows had changed since they were checked. They are checked anew: look at them, and apply again.`
      : '',
    state === 'checked' && appliedBefore ? `The same file was applied already, ${formatTime(appliedBefore)}.` : '',
    keptCount > 0
      ? `${formatCount(keptCount, ['row is', 'rows are'])} not taken back in full: changed or ordered after the import.`
      : '',
  ].filter(notice => notice !== '')
  return notices.map(notice => (
    <p key={notice} role="status" className="rounded-box border-s-4 border-primary bg-base-100 p-4">
      {notice}
    </p>
  ))
}

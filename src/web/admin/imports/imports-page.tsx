import { Link, redirect } from 'react-router'
import type { Client } from '#contract/client.ts'
import { formatNumber } from '#contract/format-number.ts'
import { decodeText } from '#tables/decode-text.ts'
import { isWorkbook } from '#tables/sheets.ts'
import { clientContext } from '#web/context.ts'
import { emptyFileSentence, listChosenFiles } from '#web/files/chosen-files.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { getOrNotFound, toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { keepFormOnExpiry } from '#web/session/middleware.ts'
import { createId } from '#web/ui/create-id.ts'
import { formatTime } from '#web/ui/text/format-time.ts'
import { CardTable } from '#web/widgets/card-table.tsx'
import { Crumb } from '#web/widgets/crumb.tsx'
import type { Route } from './+types/imports-page'
import { type Charset, decodeWith, guessCharset } from './charsets.ts'
import { ImportForm } from './import-form.tsx'
import { ImportStatus } from './import-status.tsx'

export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  const listId = new URL(request.url).searchParams.get('list')
  const [imports, suppliers, list] = await Promise.all([
    client.listImports({ query: { listId: listId ?? undefined } }),
    client.listImportSuppliers({}),
    listId === null ? null : getOrNotFound(client.getPriceList({ params: { id: listId } }), 'list'),
  ])
  return { imports, suppliers, list, importId: createId() }
}

export async function clientAction({ request, context }: Route.ClientActionArgs) {
  keepFormOnExpiry(context)
  const form = await request.formData()
  const [file] = listChosenFiles(form, 'file')
  const id = String(form.get('importId'))
  if (!file) return { error: 'Choose a file first.', id }
  if (file.size === 0) return { error: emptyFileSentence, id }
  const error = await upload(context.get(clientContext), id, file, form)
  return error ? { error, id } : redirect(`/dashboard/imports/${id}`)
}

/** The API expects text in UTF-8. */
async function upload(client: Client, id: string, file: File, form: FormData): Promise<string | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const charset = form.get('charset') as Charset | null
  const isOther = !isWorkbook(bytes) && decodeText(bytes) === 'other'
  const text = isOther ? decodeWith(charset ?? (await guessCharset(bytes)), bytes) : undefined
  const chosen = text === undefined ? file : new File([text], file.name, { type: 'text/csv' })
  const [sheet, supplier, listId] = ['sheet', 'supplier', 'listId'].map(name => String(form.get(name) ?? ''))
  try {
    await client.addImport({
      params: { id },
      form: { file: chosen, ...(sheet && { sheet }), ...(supplier && { supplier }), ...(listId && { listId }) },
    })
    return undefined
  } catch (error) {
    return toFieldErrors(error).file ?? toErrorMessage(error)
  }
}

export const meta = titleMeta('Imports')

export default function ImportsPage({
  loaderData: { imports, suppliers, list, importId },
  actionData,
}: Route.ComponentProps) {
  return (
    <section className="grid gap-8">
      <header className="flex flex-wrap items-end justify-between gap-3">
        {list ? (
          <div className="grid gap-1">
            <Crumb to={`/dashboard/priceLists/${list._id}`}>{list.name}</Crumb>
            <h1 className="section-title plain-title wrap-anywhere">Rows of {list.name}</h1>
          </div>
        ) : (
          <>
            <h1 className="section-title">Imports</h1>
            <Link to="/dashboard/imports/pictures" className="btn btn-quiet">
              Add many pictures
            </Link>
          </>
        )}
      </header>
      <ImportForm
        importId={actionData?.id ?? importId}
        suppliers={suppliers}
        list={list ?? undefined}
        problem={actionData?.error}
      />
      <section className="grid gap-3">
        <h2 className="font-display text-2xl">Earlier imports</h2>
        {imports.length === 0 ? (
          <p className="text-muted">Nothing was imported yet.</p>
        ) : (
          <CardTable
            rows={imports}
            columns={[
              {
                name: 'File',
                cell: ({ _id, fileName, list: own }) => (
                  <>
                    <Link to={`/dashboard/imports/${_id}`} className="link font-semibold">
                      {fileName}
                    </Link>
                    {own && !list && <span className="block text-sm text-muted">Rows of {own.name}</span>}
                  </>
                ),
                className: 'wrap-anywhere',
              },
              { name: 'Rows', cell: ({ rowCount }) => formatNumber(rowCount), numeric: true },
              {
                name: 'Uploaded',
                cell: ({ createdAt }) => formatTime(createdAt),
                className: 'whitespace-nowrap',
              },
              { name: 'By', cell: ({ createdBy }) => createdBy ?? 'A closed account', className: 'wrap-anywhere' },
              { name: 'Status', cell: ({ state }) => <ImportStatus state={state} /> },
            ]}
          />
        )}
      </section>
    </section>
  )
}

import { Link, redirect } from 'react-router'
import type { DecimalSign } from '#contract/cells/read-number.ts'
import type { Client } from '#contract/client.ts'
import { formatNumber } from '#contract/format-number.ts'
import { clientContext } from '#web/context.ts'
import { emptyFileSentence, listChosenFiles } from '#web/files/chosen-files.ts'
import { decodeText } from '#web/files/decode-text.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { keepFormOnExpiry } from '#web/session/middleware.ts'
import { createId } from '#web/ui/create-id.ts'
import { formatTime } from '#web/ui/text/format-time.ts'
import { CardTable } from '#web/widgets/card-table.tsx'
import type { Route } from './+types/imports-page'
import { type Charset, decodeWith, guessCharset } from './charsets.ts'
import { ImportForm } from './import-form.tsx'
import { ImportStatus } from './import-status.tsx'

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  return { imports: await context.get(clientContext).listImports({}), importId: createId() }
}

export async function clientAction({ request, context }: Route.ClientActionArgs) {
  keepFormOnExpiry(context)
  const form = await request.formData()
  const [file] = listChosenFiles(form, 'file')
  const id = String(form.get('importId'))
  if (!file) return { errors: { file: 'Choose a file first.' }, id }
  if (file.size === 0) return { errors: { file: emptyFileSentence }, id }
  const errors = await upload(context.get(clientContext), id, file, form)
  return errors ? { errors, id } : redirect(`/dashboard/imports/${id}`)
}

type ImportErrors = { file?: string; decimalSign?: string }

/** The API expects UTF-8. */
async function upload(client: Client, id: string, file: File, form: FormData): Promise<ImportErrors | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const decoded = decodeText(bytes)
  if (!decoded) return { file: 'This is not a text file. Please save the list as CSV, and choose that file.' }
  const charset = form.get('charset') as Charset | null
  const text = decoded === 'other' ? decodeWith(charset ?? (await guessCharset(bytes)), bytes) : decoded.text
  const decimalSign = form.get('decimalSign') as DecimalSign | null
  try {
    await client.addImport({
      params: { id },
      form: { file: new File([text], file.name, { type: 'text/csv' }), ...(decimalSign && { decimalSign }) },
    })
    return undefined
  } catch (error) {
    const { file: problem, decimalSign: question } = toFieldErrors(error)
    return question ? { decimalSign: question } : { file: problem ?? toErrorMessage(error) }
  }
}

export const meta = titleMeta('Imports')

export default function ImportsPage({ loaderData: { imports, importId }, actionData }: Route.ComponentProps) {
  return (
    <section className="grid gap-8">
      <h1 className="section-title">Imports</h1>
      <ImportForm
        importId={actionData?.id ?? importId}
        problem={actionData?.errors.file}
        decimalQuestion={actionData?.errors.decimalSign}
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
                cell: ({ _id, fileName }) => (
                  <Link to={`/dashboard/imports/${_id}`} className="link font-semibold">
                    {fileName}
                  </Link>
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

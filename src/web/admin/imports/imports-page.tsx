import { Form, Link, redirect, useNavigation } from 'react-router'
import type { Client } from '#contract/client.ts'
import { toolColumns } from '#contract/tool-cells.ts'
import { clientContext } from '#web/context.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { keepFormOnExpiry } from '#web/session/middleware.ts'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { CardTable } from '#web/ui/card-table.tsx'
import { createId } from '#web/ui/create-id.ts'
import { decodeText } from '#web/ui/decode-text.ts'
import { Labelled } from '#web/ui/forms/field.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { formatTime } from '#web/ui/text/format-time.ts'
import type { Route } from './+types/imports-page'
import { ImportStatus } from './import-status.tsx'

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  return { imports: await context.get(clientContext).listImports({}), importId: createId() }
}

export async function clientAction({ request, context }: Route.ClientActionArgs) {
  keepFormOnExpiry(context)
  const form = await request.formData()
  const file = form.get('file')
  const id = String(form.get('importId'))
  if (!(file instanceof File) || file.size === 0) return { problem: 'Choose a file first.', id }
  const problem = await upload(context.get(clientContext), id, file)
  return problem === undefined ? redirect(`/dashboard/imports/${id}`) : { problem, id }
}

/** The shop takes UTF-8. */
async function upload(client: Client, id: string, file: File): Promise<string | undefined> {
  const text = decodeText(new Uint8Array(await file.arrayBuffer()))
  if (text === undefined) return 'This is not a text file. Please save the list as CSV, and choose that file.'
  try {
    await client.addImport({ params: { id }, form: { file: new File([text], file.name, { type: 'text/csv' }) } })
    return undefined
  } catch (error) {
    return toFieldErrors(error).file ?? toErrorMessage(error)
  }
}

export const meta = titleMeta('Imports')

export default function ImportsPage({ loaderData: { imports, importId }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <section className="grid gap-8">
      <h1 className="section-title">Imports</h1>
      <Form
        method="post"
        encType="multipart/form-data"
        noValidate
        className="grid gap-4 rounded-box border border-base-300 bg-base-100 p-6"
      >
        <p className="max-w-prose">
          Change or add tools from a CSV file: one row a tool, found by its SKU. Columns that are missing and cells that
          are empty leave a field as it is; a cell with a hyphen empties it. Nothing changes before you have seen what
          would.
        </p>
        <input type="hidden" name="importId" value={actionData?.id ?? importId} />
        <Labelled label="CSV file" error={actionData?.problem} hint="Up to 50,000 rows and 20 MB, with a heading">
          {fieldProps => (
            <input
              {...fieldProps}
              type="file"
              name="file"
              accept=".csv,.tsv,.txt,text/csv"
              className="input w-full max-w-xl ps-0 file:mr-3 file:h-full file:cursor-pointer file:border-0 file:bg-base-300 file:px-4 file:font-semibold"
            />
          )}
        </Labelled>
        <div className="flex flex-wrap gap-3">
          <SubmitButton busy={busy}>Check the file</SubmitButton>
          <Button className="btn btn-quiet" onClick={saveTemplate}>
            Download a template
          </Button>
        </div>
        <p className="text-muted">
          To change what is there, export the list in{' '}
          <Link to="/dashboard/manageProducts" className="link">
            Manage Tools
          </Link>
          , edit it and import it here: its stock then moves by what you change.
        </p>
      </Form>
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
              { name: 'Rows', cell: ({ rowCount }) => rowCount.toLocaleString('en-US'), numeric: true },
              {
                name: 'Uploaded',
                cell: ({ createdAt }) => <small className="whitespace-nowrap">{formatTime(createdAt)}</small>,
              },
              { name: 'By', cell: ({ createdBy }) => createdBy, className: 'wrap-anywhere' },
              { name: 'Status', cell: ({ state }) => <ImportStatus state={state} /> },
            ]}
          />
        )}
      </section>
    </section>
  )
}

const example: Record<Exclude<keyof typeof toolColumns, 'availableBefore'>, string> = {
  sku: 'EXAMPLE-1',
  name: 'Claw Hammer',
  brand: 'Norvane',
  category: 'hammers',
  price: '14.50',
  priceBreaks: '48: 13.25; 144: 12.10',
  minimum: '24',
  increment: '12',
  unitLabel: 'box of 12',
  available: '480',
  taxPercent: '',
  specifications: '"Weight: 560 g\nHandle: Hickory"',
  description: 'Forged head on a hickory handle.',
  image: '',
  imageAlt: '',
  discontinued: 'no',
  replacementSku: '',
}

function saveTemplate() {
  const columns = Object.keys(example) as (keyof typeof example)[]
  const lines = [columns.map(column => toolColumns[column]).join(','), Object.values(example).join(',')]
  saveFile('tools-template.csv', `\ufeff${lines.join('\r\n')}\r\n`, 'text/csv')
}

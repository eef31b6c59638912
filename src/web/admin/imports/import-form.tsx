import { type ChangeEvent, useId, useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { type ImportColumn, importColumnTitles } from '#contract/cells/tool-cells.ts'
import type { PriceListSummary } from '#contract/schemas/prices.ts'
import { decodeText } from '#tables/decode-text.ts'
import { listSheets } from '#tables/read-workbook.ts'
import { isWorkbook } from '#tables/sheets.ts'
import { saveFile } from '#web/files/save-file.ts'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { Field, Labelled } from '#web/ui/forms/field.tsx'
import { type Charset, charsets, decodeWith, guessCharset } from './charsets.ts'

interface ImportFormProps {
  importId: string
  suppliers: readonly string[]
  /** The price list whose rows are imported; none for tools. */
  list: PriceListSummary | undefined
  problem: string | undefined
}

export function ImportForm({ importId, suppliers, list, problem }: ImportFormProps) {
  const busy = useNavigation().formMethod === 'POST'
  const [unknown, setUnknown] = useState<UnknownCharset>()
  const [sheets, setSheets] = useState<readonly string[]>([])
  const listId = useId()

  async function look({ target }: ChangeEvent<HTMLInputElement>) {
    const bytes = new Uint8Array((await target.files?.[0]?.arrayBuffer()) ?? [])
    const isBook = isWorkbook(bytes)
    setSheets(isBook ? await listSheets(bytes).catch(() => []) : [])
    const isOther = !isBook && decodeText(bytes) === 'other'
    setUnknown(isOther ? { bytes, charset: await guessCharset(bytes) } : undefined)
  }

  return (
    <Form
      method="post"
      encType="multipart/form-data"
      noValidate
      className="grid gap-4 rounded-box border border-base-300 bg-base-100 p-6"
    >
      <p className="max-w-prose">
        {list
          ? 'Add or change rows from any file of prices or percentages: one row for a tool, by its SKU, or for a discount group. A row takes the place of the one from the same day; rows that the file does not name stay.'
          : 'Add or change tools from any supplier’s price list: one row a tool, found by its SKU. Columns that are missing and cells that are empty leave a field as it is.'}{' '}
        If the shop does not know its columns yet, it asks once. Nothing changes until you have reviewed and applied it.
      </p>
      <input type="hidden" name="importId" value={importId} />
      {list && <input type="hidden" name="listId" value={list._id} />}
      <div className="grid max-w-4xl items-start gap-4 md:grid-cols-2">
        <Labelled
          label="File"
          error={problem}
          hint={`An Excel workbook (.xlsx) or CSV, up to ${list ? '100,000' : '50,000'} rows and 20 MB`}
        >
          {fieldProps => (
            <input
              {...fieldProps}
              type="file"
              name="file"
              accept=".xlsx,.xlsm,.csv,.tsv,.txt,text/csv"
              onChange={look}
              className="input w-full ps-0 file:mr-3 file:h-full file:cursor-pointer file:border-0 file:bg-base-300 file:px-4 file:font-semibold"
            />
          )}
        </Labelled>
        <Field
          label={list ? 'Layout' : 'Supplier'}
          name="supplier"
          list={listId}
          autoComplete="off"
          hint={
            list
              ? 'A name that you gave to the columns of an earlier file; nothing for a new one.'
              : 'A supplier whose list was read before is read without a question.'
          }
        />
        <datalist id={listId}>
          {suppliers.map(supplier => (
            <option key={supplier} value={supplier} />
          ))}
        </datalist>
        {sheets.length > 1 && (
          <Labelled label="Sheet">
            {fieldProps => (
              <select {...fieldProps} name="sheet" className="select w-full">
                {sheets.map(sheet => (
                  <option key={sheet}>{sheet}</option>
                ))}
              </select>
            )}
          </Labelled>
        )}
      </div>
      {unknown && <CharsetChoice unknown={unknown} onChange={charset => setUnknown({ ...unknown, charset })} />}
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={busy}>Read the file</SubmitButton>
        <Button className="btn btn-quiet" onClick={() => saveTemplate(list ? 'price-list' : 'tools')}>
          Download a template
        </Button>
      </div>
      {list ? (
        <p className="text-muted">
          To change what is there, export the rows of the list, edit them and import them here. Percent off “ends” ends
          an earlier row from that day on; * as the SKU stands for all tools.
        </p>
      ) : (
        <p className="text-muted">
          To change what is there, export the list in{' '}
          <Link to="/dashboard/manageProducts" className="link">
            Manage Tools
          </Link>
          , edit it and import it here: the stock then changes by the difference from the exported figure, and a cell
          with a hyphen empties its field.
        </p>
      )}
    </Form>
  )
}

interface UnknownCharset {
  bytes: Uint8Array
  charset: Charset
}

const shownLines = 5

function CharsetChoice({
  unknown: { bytes, charset },
  onChange,
}: {
  unknown: UnknownCharset
  onChange: (charset: Charset) => void
}) {
  const lines = decodeWith(charset, bytes.subarray(0, 200_000))
    .split(/\r?\n/)
    .filter(line => /\P{ASCII}/u.test(line))
  return (
    <div className="grid gap-2">
      <Labelled
        label="Character set"
        hint="The file does not say which. Choose the one in which these lines read correctly:"
      >
        {fieldProps => (
          <select
            {...fieldProps}
            name="charset"
            className="select w-full max-w-xl"
            value={charset}
            onChange={({ target }) => onChange(target.value as Charset)}
          >
            {Object.entries(charsets).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <pre
        aria-live="polite"
        className="max-w-xl rounded-box bg-base-200 p-3 text-sm wrap-anywhere whitespace-pre-wrap"
      >
        {lines.slice(0, shownLines).join('\n')}
      </pre>
    </div>
  )
}

const examples: Record<'tools' | 'price-list', Partial<Record<ImportColumn, string>>> = {
  tools: {
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
    gtin: '4006381333931',
    manufacturerNumber: '',
    discountGroup: '',
  },
  'price-list': {
    sku: 'EXAMPLE-1',
    discountGroup: '',
    validFrom: '2027-01-01',
    price: '12.40',
    priceBreaks: '48: 11.90',
    percentOff: '',
  },
}

function saveTemplate(name: keyof typeof examples) {
  const columns = Object.keys(examples[name]) as ImportColumn[]
  const lines = [columns.map(column => importColumnTitles[column]).join(','), Object.values(examples[name]).join(',')]
  saveFile(`${name}-template.csv`, `\ufeff${lines.join('\r\n')}\r\n`, 'text/csv')
}

import { type ChangeEvent, useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { toolColumnTitles } from '#contract/cells/tool-cells.ts'
import { decodeText } from '#web/files/decode-text.ts'
import { saveFile } from '#web/files/save-file.ts'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { Labelled } from '#web/ui/forms/field.tsx'
import { type Charset, charsets, decodeWith, guessCharset } from './charsets.ts'

interface ImportFormProps {
  importId: string
  problem: string | undefined
  decimalQuestion: string | undefined
}

export function ImportForm({ importId, problem, decimalQuestion }: ImportFormProps) {
  const busy = useNavigation().formMethod === 'POST'
  const [unknown, setUnknown] = useState<UnknownCharset>()

  async function look({ target }: ChangeEvent<HTMLInputElement>) {
    const bytes = new Uint8Array((await target.files?.[0]?.arrayBuffer()) ?? [])
    setUnknown(decodeText(bytes) === 'other' ? { bytes, charset: await guessCharset(bytes) } : undefined)
  }

  return (
    <Form
      method="post"
      encType="multipart/form-data"
      noValidate
      className="grid gap-4 rounded-box border border-base-300 bg-base-100 p-6"
    >
      <p className="max-w-prose">
        Change or add tools from a CSV file: one row a tool, found by its SKU. Columns that are missing and cells that
        are empty leave a field as it is; a cell with a hyphen empties it. Nothing changes until you have reviewed and
        applied it.
      </p>
      <input type="hidden" name="importId" value={importId} />
      <Labelled label="CSV file" error={problem} hint="Up to 50,000 rows and 20 MB, with a heading">
        {fieldProps => (
          <input
            {...fieldProps}
            type="file"
            name="file"
            accept=".csv,.tsv,.txt,text/csv"
            onChange={look}
            className="input w-full max-w-xl ps-0 file:mr-3 file:h-full file:cursor-pointer file:border-0 file:bg-base-300 file:px-4 file:font-semibold"
          />
        )}
      </Labelled>
      {unknown && <CharsetChoice unknown={unknown} onChange={charset => setUnknown({ ...unknown, charset })} />}
      {decimalQuestion !== undefined && <DecimalChoice question={decimalQuestion} />}
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
        , edit it and import it here: the stock then changes by the difference from the exported figure.
      </p>
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

function DecimalChoice({ question }: { question: string }) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold text-error">{question}</legend>
      {[
        ['.', 'With a point, as in 1.50'],
        [',', 'With a comma, as in 1,50'],
      ].map(([sign, name]) => (
        <label key={sign} className="flex items-center gap-2">
          <input type="radio" name="decimalSign" value={sign} className="radio-button" />
          {name}
        </label>
      ))}
    </fieldset>
  )
}

const example: Record<Exclude<keyof typeof toolColumnTitles, 'availableBefore'>, string> = {
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
  const lines = [columns.map(column => toolColumnTitles[column]).join(','), Object.values(example).join(',')]
  saveFile('tools-template.csv', `\ufeff${lines.join('\r\n')}\r\n`, 'text/csv')
}

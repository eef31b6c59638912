import { type ChangeEvent, type FormEvent, useId, useRef, useState } from 'react'
import type { Sheet } from '#tables/sheets.ts'
import { toErrorMessage } from '#web/session/api-errors.ts'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { FormError, TextArea } from '#web/ui/forms/field.tsx'
import type { ListAnswers, ListQuestion } from './interpret-list.ts'
import { ListQuestionForm } from './list-question.tsx'
import type { ListFile } from './read-list.ts'
import { readOrderList } from './read-order-list.ts'
import type { RequestedRow, ToolsBySku } from './resolve-rows.ts'
import { SkuField } from './sku-field.tsx'

interface ListFormProps {
  busy: boolean
  hasRows: boolean
  onCheck: (rows: RequestedRow[], tools: ToolsBySku) => Promise<boolean>
  onAdd: (rows: RequestedRow[]) => Promise<boolean>
}

interface AskedList {
  list: string
  answers: ListAnswers
  question: ListQuestion
}

export function ListForm({ busy, hasRows, onCheck, onAdd }: ListFormProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [pendingQuestion, setPendingQuestion] = useState<AskedList>()
  const [sheets, setSheets] = useState<readonly Sheet[]>([])
  const [isOpen, setOpen] = useState(false)
  const isFolded = hasRows && !isOpen && text === '' && !problem && !pendingQuestion && sheets.length === 0
  const isReading = useRef(false)
  const chooser = useRef<HTMLInputElement>(null)
  const fileId = useId()

  async function addList(list: string, answers: ListAnswers = {}) {
    if (isReading.current) return
    isReading.current = true
    await readAndAdd(list, answers).finally(() => {
      isReading.current = false
    })
  }

  async function readAndAdd(list: string, answers: ListAnswers) {
    setProblem(undefined)
    setPendingQuestion(undefined)
    const read = await readOrderList(list, answers).catch(error => ({ problem: toErrorMessage(error) }))
    if ('problem' in read) setProblem(read.problem)
    else if ('question' in read) setPendingQuestion({ list, answers, question: read.question })
    else if (await onCheck(read.rows, read.tools)) {
      setText(shown => (shown.startsWith(list) ? shown.slice(list.length).trimStart() : shown))
      setOpen(false)
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    await addList(text)
  }

  async function readFile(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (!file) return
    setSheets([])
    const read = await readListFile(file).catch((error): ListFile => ({ problem: toErrorMessage(error) }))
    if ('problem' in read) setProblem(read.problem)
    else if ('text' in read) await addList(read.text)
    else if (read.sheets.length === 1) await addSheet(read.sheets[0])
    else setSheets(read.sheets)
  }

  async function addSheet(sheet: Sheet | undefined) {
    setSheets([])
    const { toListText } = await import('./read-list.ts')
    if (sheet) await addList(toListText(sheet))
  }

  return (
    <div
      className={`grid items-start gap-x-6 gap-y-3 rounded-box border border-base-300 bg-base-100 lg:grid-cols-2 ${isFolded ? 'px-4 py-2' : 'p-4'}`}
    >
      {isFolded ? (
        <Button className="btn btn-quiet btn-sm justify-self-start" onClick={() => setOpen(true)}>
          Paste more …
        </Button>
      ) : (
        <form noValidate className="grid gap-2" onSubmit={submit}>
          <TextArea
            label="Paste SKUs and quantities"
            rows={6}
            autoFocus={!hasRows || isOpen}
            spellCheck={false}
            value={text}
            onChange={event => {
              setText(event.target.value)
              setPendingQuestion(undefined)
            }}
            placeholder={'CS-185 12\nEBL-600 36'}
            hint="One row for each tool, up to 1,000: from a spreadsheet, a mail, a workbook or a CSV file."
          />
          <FormError>{problem}</FormError>
          {sheets.length > 0 && (
            <ListQuestionForm
              text="Which sheet is the list?"
              choices={sheets.map(sheet => ({ name: sheet.name, answer: sheet }))}
              onAnswer={addSheet}
            />
          )}
          {pendingQuestion && (
            <ListQuestionForm
              {...pendingQuestion.question}
              onAnswer={answer => addList(pendingQuestion.list, { ...pendingQuestion.answers, ...answer })}
            />
          )}
          <div className="flex flex-wrap items-center gap-3">
            <SubmitButton busy={busy}>Check the list</SubmitButton>
            <Button className="btn btn-quiet" onClick={() => chooser.current?.click()}>
              Choose a file
            </Button>
            <input
              ref={chooser}
              id={fileId}
              type="file"
              aria-label="List as a file"
              tabIndex={-1}
              className="sr-only"
              accept=".xlsx,.xlsm,.csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
              onChange={readFile}
            />
          </div>
        </form>
      )}
      <SkuField
        isSmall={isFolded}
        onAdd={onAdd}
        onRefused={row => setText(shown => `${[shown.trimEnd(), row].filter(Boolean).join('\n')}\n`)}
      />
    </div>
  )
}

async function readListFile(file: File): Promise<ListFile> {
  const reader = await import('./read-list.ts')
  return reader.readListFile(file)
}

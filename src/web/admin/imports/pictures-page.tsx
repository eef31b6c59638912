import { type DragEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { toolColumnTitles } from '#contract/cells/tool-cells.ts'
import { formatNumber } from '#contract/format-number.ts'
import { imageTypes, uploadImage } from '#web/files/upload-image.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { apiClient } from '#web/session/api-client.ts'
import { toErrorMessage } from '#web/session/api-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { createId } from '#web/ui/create-id.ts'
import { FormError, Labelled } from '#web/ui/forms/field.tsx'
import { formatCount } from '#web/ui/text/format-count.ts'
import { Crumb } from '#web/widgets/crumb.tsx'
import { listSkuCandidates, type MatchedPictures, matchPictures } from './match-pictures.ts'

export const meta = titleMeta('Pictures')

const pictures = ['picture', 'pictures'] as const

/** Pictures become an import of their addresses, which is reviewed, applied and undone as any other. */
export default function PicturesPage() {
  const [found, setFound] = useState<MatchedPictures>()
  const [doneCount, setDoneCount] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [partly, setPartly] = useState<{ importId: string | undefined; refused: readonly string[] }>()
  const navigate = useNavigate()
  const isBusy = doneCount !== undefined

  async function choose(files: readonly File[]) {
    setProblem(undefined)
    setPartly(undefined)
    try {
      setFound(matchPictures(files, await findSkus(files)))
    } catch (error) {
      setProblem(toErrorMessage(error))
    }
  }

  async function upload({ matched }: MatchedPictures) {
    setProblem(undefined)
    setDoneCount(0)
    try {
      const { uploaded, refused } = await uploadPictures(matched, () => setDoneCount((count = 0) => count + 1))
      const importId = uploaded.length > 0 ? await addImport(uploaded) : undefined
      if (refused.length > 0) setPartly({ importId, refused })
      else await navigate(`/dashboard/imports/${importId}`)
    } catch (error) {
      setProblem(toErrorMessage(error))
    } finally {
      setDoneCount(undefined)
    }
  }

  return (
    <section className="grid gap-6">
      <header className="grid gap-1">
        <Crumb to="/dashboard/imports">Imports</Crumb>
        <h1 className="section-title plain-title">Pictures</h1>
        <p className="max-w-prose">
          A picture whose name begins with a SKU finds its tool: <b className="whitespace-nowrap">RH26-860.jpg</b>,{' '}
          <b className="whitespace-nowrap">RH26-860_front.png</b>. You review what changes before it is applied.
        </p>
      </header>
      <DropZone isBusy={isBusy} onChoose={choose} />
      <FormError>{problem}</FormError>
      {partly && (
        <div role="status" className="grid gap-2 rounded-box border-s-4 border-primary bg-base-100 p-4">
          <p className="font-semibold">
            {formatCount(partly.refused.length, ['picture was', 'pictures were'])} refused:
          </p>
          <ul className="list-disc ps-6 wrap-anywhere">
            {partly.refused.map(sentence => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          {partly.importId && (
            <Link to={`/dashboard/imports/${partly.importId}`} className="btn btn-primary justify-self-start">
              Review the others
            </Link>
          )}
        </div>
      )}
      {found && !partly && (
        <div className="grid justify-items-start gap-4" aria-live="polite">
          <p className="font-semibold">{formatCount(found.matched.length, ['tool gets', 'tools get'])} a picture.</p>
          {found.matched.length > 0 && (
            <Button className="btn btn-primary" disabled={isBusy} onClick={() => upload(found)}>
              {isBusy
                ? `${formatNumber(doneCount)} of ${formatNumber(found.matched.length)} are uploaded …`
                : `Upload ${formatCount(found.matched.length, pictures)}`}
            </Button>
          )}
          {isBusy && (
            <progress
              className="h-3 w-full max-w-xl accent-primary"
              aria-label="Progress"
              max={found.matched.length}
              value={doneCount}
            />
          )}
          <FileList
            title={formatCount(found.unknown.length, [
              'picture fits no tool, and stays out',
              'pictures fit no tool, and stay out',
            ])}
            files={found.unknown}
          />
          <FileList
            title={`${formatCount(found.further.length, ['second picture', 'second pictures'])} of a tool: add them on the tool’s page`}
            files={found.further}
          />
        </div>
      )}
    </section>
  )
}

interface DropZoneProps {
  isBusy: boolean
  onChoose: (files: readonly File[]) => void
}

function DropZone({ isBusy, onChoose }: DropZoneProps) {
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onChoose([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field within does the same by keyboard
    <div
      className={`rounded-box border-2 border-dashed p-6 ${isOver ? 'border-primary bg-base-200' : 'border-base-300 bg-base-100'}`}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Labelled
        label="Pictures"
        hint="Choose many at once, or drop them here. JPEG, PNG, WebP, AVIF or GIF, up to 10 MB each"
      >
        {fieldProps => (
          <input
            {...fieldProps}
            type="file"
            multiple
            disabled={isBusy}
            accept={imageTypes}
            onChange={({ target }) => onChoose([...(target.files ?? [])])}
            className="input w-full max-w-xl ps-0 file:mr-3 file:h-full file:cursor-pointer file:border-0 file:bg-base-300 file:px-4 file:font-semibold"
          />
        )}
      </Labelled>
    </div>
  )
}

function FileList({ title, files }: { title: string; files: readonly File[] }) {
  if (files.length === 0) return null
  return (
    <details className="w-full" open={files.length <= 20}>
      <summary className="cursor-pointer font-semibold">{title}</summary>
      <ul className="mt-2 columns-1 gap-6 text-sm text-muted sm:columns-2 lg:columns-3">
        {[...new Set(files.map(({ name }) => name))].map(name => (
          <li key={name} className="wrap-anywhere">
            {name}
          </li>
        ))}
      </ul>
    </details>
  )
}

const skusPerCall = 1_000

async function findSkus(files: readonly File[]): Promise<ReadonlyMap<string, string>> {
  const skus = [...new Set(files.flatMap(({ name }) => listSkuCandidates(name)))]
  const found = new Map<string, string>()
  for (let start = 0; start < skus.length; start += skusPerCall)
    for (const { sku } of await apiClient.findTools({ body: { skus: skus.slice(start, start + skusPerCall) } }))
      found.set(sku.toLowerCase(), sku)
  return found
}

interface UploadedPicture {
  sku: string
  url: string
}

const uploadsAtOnce = 3

/** A picture that is refused, such as one that is too large, keeps none of the others. */
async function uploadPictures(matched: MatchedPictures['matched'], onDone: () => void) {
  const waiting = [...matched]
  const uploaded: UploadedPicture[] = []
  const refused: string[] = []
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { url, error } = await uploadImage(apiClient, next.file)
      if (url === undefined) refused.push(`${next.file.name}: ${error}`)
      else uploaded.push({ sku: next.sku, url })
      onDone()
    }
  }
  await Promise.all(Array.from({ length: uploadsAtOnce }, work))
  return { uploaded, refused }
}

async function addImport(rows: readonly UploadedPicture[]): Promise<string> {
  const id = createId()
  const lines = [`${toolColumnTitles.sku},${toolColumnTitles.image}`, ...rows.map(({ sku, url }) => `${sku},${url}`)]
  const file = new File([lines.join('\n')], `${formatCount(rows.length, pictures)}.csv`, { type: 'text/csv' })
  await apiClient.addImport({ params: { id }, form: { file } })
  return id
}

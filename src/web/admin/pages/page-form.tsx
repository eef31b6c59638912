import { type ComponentType, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { InputOf } from '#contract/client.ts'
import { Refusal } from '#contract/refusal.ts'
import type { Page } from '#contract/schemas/admin/pages.ts'
import { footerColumns } from '#contract/schemas/footer-entries.ts'
import { toSlug } from '#contract/slugs.ts'
import { findInvalidFields } from '#web/fields/required-fields.ts'
import { ShownRecord } from '#web/fields/shown-record.tsx'
import { UnsavedGuard } from '#web/fields/unsaved-guard.tsx'
import { toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { Field, FormError, Labelled, TextArea } from '#web/ui/forms/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { PagePreviewProps } from './page-preview.tsx'

type PageFields = InputOf<'addPage'>['body']

export interface PageFormFailure {
  errors?: Partial<Record<keyof PageFields, string>>
  failure?: string
  latest?: object
}

const required = { title: 'Title is required', slug: 'Address is required', body: 'Text is required' }

export function readPage(form: FormData): { page: PageFields } | { failed: PageFormFailure } {
  const errors = findInvalidFields(form, required)
  if (errors) return { failed: { errors } }
  const readText = (name: string) => String(form.get(name) ?? '').replaceAll('\r\n', '\n')
  const footerEntry = footerColumns.flatMap(([, entries]) => entries).find(entry => entry === readText('footerEntry'))
  const page = {
    title: readText('title'),
    slug: readText('slug').trim(),
    body: readText('body'),
    footerEntry: footerEntry ?? null,
    published: form.has('published'),
  }
  return { page }
}

export function toFormFailure(error: unknown): PageFormFailure {
  const failure = toErrorMessage(error)
  if (error instanceof Refusal && error.code === 'taken') return { errors: toFieldErrors(error) }
  return { errors: toFieldErrors(error), failure }
}

interface PageFormProps {
  page?: Page
  failed: PageFormFailure | undefined
}

export function PageForm({ page, failed }: PageFormProps) {
  // Revalidation must not replace the fields, nor the version that they are based on.
  const [initial] = useState(page)
  const [title, setTitle] = useState(initial?.title ?? '')
  const [ownSlug, setOwnSlug] = useState(initial?.slug)
  const [body, setBody] = useState(initial?.body ?? '')
  const [isDirty, setDirty] = useState(false)
  const busy = useNavigation().formMethod === 'POST'
  const errors = failed?.errors ?? {}
  return (
    <>
      <Form
        method="post"
        noValidate
        onInput={() => setDirty(true)}
        className="grid gap-4 rounded-box border border-base-300 bg-base-100 p-4 sm:p-6"
      >
        {initial && <ShownRecord record={initial} latest={failed?.latest} />}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Title"
            name="title"
            value={title}
            onChange={event => setTitle(event.target.value)}
            error={errors.title}
          />
          <Field
            label="Address"
            name="slug"
            value={ownSlug ?? suggestSlug(title)}
            onChange={event => setOwnSlug(event.target.value)}
            error={errors.slug}
            hint="What follows /pages/. Links to an earlier address end at “not found”."
          />
        </div>
        <TextWithPreview title={title} body={body} onChange={setBody} error={errors.body} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Labelled
            label="Footer entry"
            error={errors.footerEntry}
            hint="The entry that leads to this page once it is published"
          >
            {fieldProps => (
              <select
                {...fieldProps}
                name="footerEntry"
                defaultValue={initial?.footerEntry ?? ''}
                className="select w-full"
              >
                <option value="">None</option>
                {footerColumns.map(([column, entries]) => (
                  <optgroup key={column} label={column}>
                    {entries.map(entry => (
                      <option key={entry}>{entry}</option>
                    ))}
                  </optgroup>
                ))}
              </select>
            )}
          </Labelled>
          <label className="flex items-center gap-3 sm:mt-9">
            <input type="checkbox" name="published" defaultChecked={initial?.published} className="checkbox" />
            Published
          </label>
        </div>
        <FormError>{failed?.failure}</FormError>
        <div>
          <SubmitButton busy={busy}>Save the page</SubmitButton>
        </div>
      </Form>
      <UnsavedGuard isDirty={isDirty} />
    </>
  )
}

const suggestSlug = (title: string) => toSlug(title).replaceAll('.', '-').replace(/-$/, '')

interface TextWithPreviewProps extends PagePreviewProps {
  onChange: (body: string) => void
  error: string | undefined
}

function TextWithPreview({ title, body, onChange, error }: TextWithPreviewProps) {
  const [Preview, setPreview] = useState<ComponentType<PagePreviewProps>>()

  async function togglePreview() {
    if (Preview) return setPreview(undefined)
    try {
      const { PagePreview } = await import('./page-preview.tsx')
      setPreview(() => PagePreview)
    } catch {
      toast('error', 'The preview did not arrive. Please try again.')
    }
  }

  return (
    <div className={`grid gap-4 ${Preview ? 'xl:grid-cols-2' : ''}`}>
      <div className="grid content-start justify-items-start gap-4">
        <div className="w-full">
          <TextArea
            label="Text"
            name="body"
            value={body}
            onChange={event => onChange(event.target.value)}
            error={error}
            rows={20}
            className="input h-auto w-full py-2 font-mono whitespace-pre-wrap"
            hint="Markdown: # heading, **bold**, *italic*, [link](/shop), - list, | table |. HTML is shown as text, and a picture as its description."
          />
        </div>
        <Button className="btn btn-quiet" aria-expanded={Preview !== undefined} onClick={togglePreview}>
          Preview
        </Button>
      </div>
      {Preview && <Preview title={title} body={body} />}
    </div>
  )
}

import { useEffect, useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import {
  type HomeSection,
  homeSections,
  type PictureName,
  pictureNames,
  socialSites,
} from '#contract/appearance/appearance.ts'
import { buildAccentVariables, findAccentProblem, isHexColor } from '#contract/appearance/colors.ts'
import type { Appearance } from '#contract/schemas/admin/appearance.ts'
import type { Page } from '#contract/schemas/admin/pages.ts'
import { clientContext } from '#web/context.ts'
import { CheckField } from '#web/fields/check-field.tsx'
import { readLatest, readShown, ShownRecord, useSavedKey } from '#web/fields/shown-record.tsx'
import { UnsavedGuard } from '#web/fields/unsaved-guard.tsx'
import { listChosenFiles } from '#web/files/chosen-files.ts'
import { imageTypes } from '#web/files/upload-image.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { keepFormOnExpiry } from '#web/session/middleware.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { createId } from '#web/ui/create-id.ts'
import { Field, FormError, Labelled } from '#web/ui/forms/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/appearance-page'
import { AppearancePreview } from './appearance-preview.tsx'

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  const [appearance, pages] = await Promise.all([client.getAppearance({}), client.listAllPages({})])
  return { ...appearance, pages: pages.filter(({ published }) => published) }
}

interface Outcome {
  errors?: Record<string, string>
  failure?: string
  latest?: object
  isUnchanged?: boolean
  saved?: string
}

/** Sends what was changed: pictures first, so that the page shows all of it at once. */
export async function clientAction({ request, context }: Route.ClientActionArgs): Promise<Outcome> {
  keepFormOnExpiry(context)
  const client = context.get(clientContext)
  const form = await request.formData()
  const shown: Appearance = readShown(form)
  const draft: Appearance = JSON.parse(String(form.get('draft')))
  const isChanged = (name: keyof Appearance) => JSON.stringify(draft[name]) !== JSON.stringify(shown[name])
  const changed = (Object.keys(draft) as (keyof Appearance)[]).filter(isChanged)
  let pictureCount = 0
  try {
    for (const picture of pictureNames) {
      const [image] = listChosenFiles(form, picture)
      if (image) await client.setPicture({ params: { picture }, form: { image } })
      else if (form.has(`remove-${picture}`)) await client.removePicture({ params: { picture } })
      else continue
      pictureCount += 1
    }
    if (changed.length + pictureCount === 0) return { isUnchanged: true }
    const changes = Object.fromEntries(changed.map(name => [name, draft[name]]))
    if (changed.length > 0) await client.updateAppearance({ body: { ...changes, shown } })
  } catch (error) {
    return { errors: toFieldErrors(error), failure: toErrorMessage(error), latest: readLatest(form, error) }
  }
  toast('success', 'The appearance is saved')
  return { saved: createId() }
}

export const meta = titleMeta('Appearance')

export default function AppearancePage({ loaderData, actionData }: Route.ComponentProps) {
  const formKey = useSavedKey({ state: useNavigation().state, data: actionData })
  const { accentColor } = loaderData.current
  // The styles that came with the page have the former color.
  useEffect(() => {
    for (const [name, value] of Object.entries(buildAccentVariables(accentColor)))
      document.documentElement.style.setProperty(name, value)
  }, [accentColor])
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h1 className="section-title">Appearance</h1>
      <AppearanceForm key={formKey} {...loaderData} actionData={actionData} />
    </section>
  )
}

type AppearanceFormProps = Route.ComponentProps['loaderData'] & { actionData: Route.ComponentProps['actionData'] }

/** Undefined as it is, null as removed, or the address of a chosen file. */
export type DraftPictures = { [Name in PictureName]?: string | null | undefined }

function AppearanceForm({ current, defaults, pictures, pages, actionData }: AppearanceFormProps) {
  const [draft, setDraft] = useState<Appearance>(current)
  const [chosen, setChosen] = useState<DraftPictures>({})
  const [isDirty, setDirty] = useState(false)
  const busy = useNavigation().formMethod === 'POST'
  const errors: Record<string, string> = actionData?.errors ?? {}
  const change = (changed: Partial<Appearance>) => setDraft(shown => ({ ...shown, ...changed }))
  const colorProblem = isHexColor(draft.accentColor) ? findAccentProblem(draft.accentColor) : undefined
  const pick = (name: PictureName) => (chosen[name] === undefined ? pictures[name] : chosen[name])
  const toLine = (name: 'bannerAbove' | 'bannerBelow', label: string) => ({
    label,
    value: draft[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [name]: currentTarget.value }),
  })
  const toPicture = (name: PictureName) => ({
    name,
    path: pictures[name],
    error: errors[name],
    onChoose: (address: string | null | undefined) => setChosen(shown => ({ ...shown, [name]: address })),
  })
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      noValidate
      className="grid items-start gap-6 min-[80rem]:grid-cols-[minmax(0,1fr)_24rem]"
      onChange={() => setDirty(true)}
    >
      <ShownRecord record={current} latest={actionData?.latest} />
      <input type="hidden" name="draft" value={JSON.stringify(draft)} />
      <div className="grid gap-6">
        <fieldset className={groupClass}>
          <legend className={legendClass}>Shop</legend>
          <PictureField
            label="Logo"
            hint="Beside the shop’s name, on pages, mails and documents."
            {...toPicture('logo')}
          />
          <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-3">
            <Labelled label="Accent color">
              {fieldProps => (
                <input
                  {...fieldProps}
                  type="color"
                  className="input w-16 cursor-pointer p-1"
                  value={isHexColor(draft.accentColor) ? draft.accentColor : defaults.accentColor}
                  onChange={({ target }) => change({ accentColor: target.value })}
                />
              )}
            </Labelled>
            <Field
              label="As a code"
              value={draft.accentColor}
              autoComplete="off"
              error={colorProblem ?? errors.accentColor}
              hint="Of buttons, lines and marks."
              onChange={({ target }) => change({ accentColor: target.value.trim().toLowerCase() })}
            />
          </div>
        </fieldset>
        <fieldset className={groupClass}>
          <legend className={legendClass}>Banner of the home page</legend>
          <PictureField
            label="Picture"
            hint="2,000 pixels wide. The words stand on its left third, on phones above it."
            {...toPicture('banner')}
          />
          <div className="grid content-start gap-4">
            <Field {...toLine('bannerAbove', 'Line above the heading')} />
            <Field {...toLine('bannerBelow', 'Line below the heading')} />
          </div>
        </fieldset>
        <fieldset className={groupClass}>
          <legend className={legendClass}>Sections of the home page</legend>
          {(Object.entries(homeSections) as [HomeSection, string][]).map(([section, title]) => (
            <CheckField
              key={section}
              isChecked={!draft.hiddenSections.includes(section)}
              onChange={isShown => change({ hiddenSections: toggle(draft.hiddenSections, section, !isShown) })}
            >
              {title}
            </CheckField>
          ))}
        </fieldset>
        <fieldset className={groupClass}>
          <legend className={legendClass}>Footer</legend>
          <PageChoices
            pages={pages}
            chosen={draft.footerPages}
            error={errors.footerPages}
            onChange={footerPages => change({ footerPages })}
          />
          {(Object.entries(socialSites) as [keyof typeof socialSites, string][]).map(([site, name]) => (
            <Field
              key={site}
              label={name}
              type="url"
              placeholder="https://"
              value={draft.social[site]}
              error={errors[`social.${site}`]}
              onChange={({ target }) => change({ social: { ...draft.social, [site]: target.value } })}
            />
          ))}
          <p className="text-muted sm:col-span-2">Once one address is named, icons without one are not shown.</p>
        </fieldset>
        <FormError>{Object.keys(errors).length === 0 ? actionData?.failure : undefined}</FormError>
        {actionData?.isUnchanged && !busy && <p role="status">Nothing was changed.</p>}
        <div className="flex flex-wrap items-center gap-3">
          <SubmitButton busy={busy}>Save the appearance</SubmitButton>
          <button type="button" className="btn btn-quiet" onClick={() => setDraft(defaults)}>
            As by default
          </button>
        </div>
      </div>
      <AppearancePreview
        draft={draft}
        pictures={{ logo: pick('logo'), banner: pick('banner') }}
        isValid={!colorProblem}
      />
      <UnsavedGuard isDirty={isDirty && !(busy && actionData?.saved)} />
    </Form>
  )
}

const groupClass = 'grid gap-4 rounded-box border border-base-300 bg-base-100 p-6 sm:grid-cols-2'
const legendClass = 'float-left mb-2 font-display text-2xl sm:col-span-2'

const toggle = <Value,>(values: readonly Value[], value: Value, isIn: boolean): Value[] =>
  isIn ? [...values, value] : values.filter(each => each !== value)

interface PageChoicesProps {
  pages: readonly Pick<Page, 'slug' | 'title'>[]
  chosen: readonly string[]
  error: string | undefined
  onChange: (slugs: string[]) => void
}

function PageChoices({ pages, chosen, error, onChange }: PageChoicesProps) {
  return (
    <fieldset className="grid gap-3 sm:col-span-2">
      <legend className="mb-2 font-semibold">Pages in its last line</legend>
      {pages.length === 0 && (
        <p>
          No page is published yet.{' '}
          <Link to="/dashboard/pages/new" className="link">
            Write one
          </Link>
        </p>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        {pages.map(({ slug, title }) => (
          <CheckField
            key={slug}
            isChecked={chosen.includes(slug)}
            onChange={isShown => onChange(toggle(chosen, slug, isShown))}
          >
            {title}
          </CheckField>
        ))}
      </div>
      <FormError>{error}</FormError>
    </fieldset>
  )
}

interface PictureFieldProps {
  label: string
  hint: string
  name: PictureName
  path: string | undefined
  error: string | undefined
  onChoose: (address: string | null | undefined) => void
}

function PictureField({ label, hint, name, path, error, onChoose }: PictureFieldProps) {
  return (
    <div className="grid content-start gap-2">
      <Labelled label={label} hint={hint} error={error}>
        {fieldProps => (
          <input
            {...fieldProps}
            type="file"
            name={name}
            accept={imageTypes}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              onChoose(file && URL.createObjectURL(file))
            }}
            className="input w-full ps-0 file:mr-3 file:h-full file:cursor-pointer file:border-0 file:bg-base-300 file:px-4 file:font-semibold"
          />
        )}
      </Labelled>
      {path && (
        <label className="flex items-center gap-3">
          <input
            type="checkbox"
            name={`remove-${name}`}
            className="checkbox"
            onChange={({ target }) => onChoose(target.checked ? null : undefined)}
          />
          Remove the present one
        </label>
      )}
    </div>
  )
}

import { useRef, useState } from 'react'
import type { Client } from '#contract/client.ts'
import type { ToolDetails } from '#contract/schemas/tools.ts'
import { ImageField } from '#web/fields/image-field.tsx'
import { listChosenFiles } from '#web/files/chosen-files.ts'
import { imageTypes, uploadImage } from '#web/files/upload-image.ts'
import { Field, Labelled } from '#web/ui/forms/field.tsx'
import type { ToolFormFailure } from './tool-form.tsx'

const maxFurther = 7

interface Picture {
  url: string
  alt: string
}

/** The first picture is the tool's image. `hasNewFirst` is true while a file is chosen in its place. */
interface PictureState {
  pictures: readonly Picture[]
  hasNewFirst: boolean
}

export function usePictures(initial: ToolDetails | undefined) {
  return useState<PictureState>(() => ({
    pictures: initial ? [{ url: initial.image, alt: initial.imageAlt }, ...initial.furtherImages] : [],
    hasNewFirst: false,
  }))
}

interface PictureFieldsProps {
  state: PictureState
  onChange: (state: PictureState) => void
  errors: NonNullable<ToolFormFailure['errors']>
}

export function MainPictureField({ state, onChange, errors }: PictureFieldsProps) {
  const [first] = state.pictures
  return (
    <div>
      <ImageField
        label="Image"
        name="image"
        required
        currentUrl={first?.url}
        error={errors.image}
        onChoose={hasNewFirst => onChange({ ...state, hasNewFirst })}
      />
      {first && <input type="hidden" name="currentImage" value={first.url} />}
    </div>
  )
}

export function FurtherPictureFields({ state, onChange, errors }: PictureFieldsProps) {
  const { pictures, hasNewFirst } = state
  const [first, ...further] = pictures
  const fileField = useRef<HTMLInputElement>(null)
  const setPictures = (changed: readonly Picture[]) => onChange({ ...state, pictures: changed })
  const replace = (index: number, ...changed: readonly Picture[]) =>
    setPictures(pictures.toSpliced(index, 1, ...changed))
  function moveUp(index: number) {
    const moved = pictures[index]
    const before = pictures[index - 1]
    if (moved && before) setPictures(pictures.toSpliced(index - 1, 2, moved, before))
  }
  return (
    <>
      <Field
        label="Alternative text"
        name="imageAlt"
        error={errors.imageAlt}
        hint="What it shows, for people who do not see it; empty where the name says enough"
        {...(first
          ? { value: first.alt, onChange: ({ target }) => replace(0, { ...first, alt: target.value }) }
          : { defaultValue: '' })}
      />
      {further.length > 0 && (
        <fieldset className="grid min-w-0 grid-cols-1 gap-3">
          <legend className="mb-1 font-semibold">Further pictures</legend>
          {further.map((picture, each) => {
            const index = each + 1
            return (
              <div key={picture.url} className="flex flex-wrap items-center gap-3">
                <img
                  src={picture.url}
                  alt=""
                  width={56}
                  height={56}
                  className="size-14 rounded-field bg-plate object-contain"
                />
                <input type="hidden" name="furtherUrl" value={picture.url} />
                <div className="min-w-40 grow text-sm">
                  <Field
                    label={`Text of picture ${index + 1}`}
                    name="furtherAlt"
                    value={picture.alt}
                    onChange={({ target }) => replace(index, { ...picture, alt: target.value })}
                    error={errors[`furtherImages.${each}.alt`]}
                  />
                </div>
                <div className="flex gap-2">
                  <button
                    type="button"
                    className="btn btn-quiet btn-sm"
                    aria-label={`Move picture ${index + 1} up`}
                    aria-disabled={(index === 1 && hasNewFirst) || undefined}
                    onClick={() => (index > 1 || !hasNewFirst) && moveUp(index)}
                  >
                    Up
                  </button>
                  <button
                    type="button"
                    className="btn btn-quiet btn-sm"
                    aria-label={`Move picture ${index + 1} down`}
                    aria-disabled={index === pictures.length - 1 || undefined}
                    onClick={() => moveUp(index + 1)}
                  >
                    Down
                  </button>
                  <button
                    type="button"
                    className="btn btn-delete btn-sm"
                    aria-label={`Remove picture ${index + 1}`}
                    onClick={({ currentTarget }) => {
                      const fieldset = currentTarget.closest('fieldset')
                      const next = fieldset?.querySelectorAll<HTMLElement>('input[name=furtherAlt]')
                      ;(next?.[each + 1] ?? next?.[each - 1] ?? fileField.current)?.focus()
                      replace(index)
                    }}
                  >
                    Remove
                  </button>
                </div>
              </div>
            )
          })}
        </fieldset>
      )}
      <Labelled
        label="Add further pictures"
        error={errors.furtherImages}
        hint={`Up to ${maxFurther}, which the tool’s page shows`}
      >
        {fieldProps => (
          <input
            {...fieldProps}
            ref={fileField}
            type="file"
            multiple
            name="furtherFiles"
            accept={imageTypes}
            className="input w-full min-w-0 ps-0 file:mr-3 file:h-full file:cursor-pointer file:border-0 file:bg-base-300 file:px-4 file:font-semibold"
          />
        )}
      </Labelled>
    </>
  )
}

export async function readFurtherImages(client: Client, form: FormData) {
  const texts = form.getAll('furtherAlt').map(String)
  const images = form.getAll('furtherUrl').map((url, index) => ({ url: String(url), alt: (texts[index] ?? '').trim() }))
  const files = listChosenFiles(form, 'furtherFiles')
  if (images.length + files.length > maxFurther) return { error: 'At most eight pictures of a tool.' }
  for (const file of files) {
    const { url, error } = await uploadImage(client, file)
    if (error !== undefined) return { error }
    images.push({ url, alt: '' })
  }
  return { images }
}

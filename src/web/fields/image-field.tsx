import { useEffect, useState } from 'react'
import { imageTypes } from '#web/files/upload-image.ts'
import { Labelled } from '#web/ui/forms/field.tsx'

interface ImageFieldProps {
  label: string
  name: string
  error: string | undefined
  required?: boolean
  currentUrl?: string | undefined
  onChoose?: (isChosen: boolean) => void
}

export function ImageField({ label, name, error, required = false, currentUrl, onChoose }: ImageFieldProps) {
  const [chosenUrl, setChosenUrl] = useState<string>()
  useEffect(() => () => (chosenUrl ? URL.revokeObjectURL(chosenUrl) : undefined), [chosenUrl])
  const shownUrl = chosenUrl ?? currentUrl
  return (
    <Labelled label={label} error={error} hint="JPEG, PNG, WebP, AVIF or GIF" required={required}>
      {fieldProps => (
        <div className="flex flex-wrap items-center gap-4">
          {shownUrl && (
            <img
              src={shownUrl}
              alt={chosenUrl ? 'The chosen file' : 'The present picture'}
              width={80}
              height={80}
              className="size-20 shrink-0 rounded-field bg-plate object-contain"
            />
          )}
          <input
            {...fieldProps}
            type="file"
            name={name}
            accept={imageTypes}
            className="input min-w-56 grow basis-0 ps-0 file:mr-3 file:h-full file:cursor-pointer file:border-0 file:bg-base-300 file:px-4 file:font-semibold"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              setChosenUrl(file && URL.createObjectURL(file))
              onChoose?.(file !== undefined)
            }}
          />
        </div>
      )}
    </Labelled>
  )
}

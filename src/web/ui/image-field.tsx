import { useEffect, useState } from 'react'
import { Labelled } from './field.tsx'

interface ImageFieldProps {
  label: string
  name: string
  error: string | undefined
  /** Address of the picture that stays unless another is chosen. */
  present?: string | undefined
}

/** A file input for one picture, which it shows. */
export function ImageField({ label, name, error, present }: ImageFieldProps) {
  const [chosen, setChosen] = useState<string>()
  useEffect(() => () => (chosen ? URL.revokeObjectURL(chosen) : undefined), [chosen])
  const shown = chosen ?? present
  return (
    <Labelled label={label} error={error} hint="JPEG, PNG, WebP, AVIF or GIF, at most 10 MB">
      {ties => (
        <div className="flex items-center gap-4">
          {shown && (
            <img
              src={shown}
              alt={chosen ? 'The chosen file' : 'The present picture'}
              width={80}
              height={80}
              className="size-20 shrink-0 rounded-field bg-plate object-contain"
            />
          )}
          <input
            {...ties}
            type="file"
            name={name}
            accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
            className="input w-full min-w-0 ps-0 file:mr-3 file:h-full file:cursor-pointer file:border-0 file:bg-base-300 file:px-4 file:font-semibold"
            onChange={({ target }) => setChosen(target.files?.[0] && URL.createObjectURL(target.files[0]))}
          />
        </div>
      )}
    </Labelled>
  )
}

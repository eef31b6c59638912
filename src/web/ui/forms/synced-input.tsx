import { type ComponentProps, useEffect, useRef } from 'react'

type SyncedInputProps = Omit<ComponentProps<'input'>, 'value' | 'defaultValue'> & { value: string | undefined }

/** A search form's input that follows `value`, unless it was edited since the last submit. */
export function SyncedInput({ value = '', ...input }: SyncedInputProps) {
  const field = useRef<HTMLInputElement>(null)
  const synced = useRef(value)
  const isEdited = useRef(false)

  useEffect(() => {
    const form = field.current?.form
    const onSubmit = () => {
      isEdited.current = false
    }
    form?.addEventListener('submit', onSubmit)
    return () => form?.removeEventListener('submit', onSubmit)
  }, [])

  useEffect(() => {
    // The first run must not write: the input may have been edited before hydration.
    if (field.current && !isEdited.current && synced.current !== value) field.current.value = value
    synced.current = value
  }, [value])

  return (
    <input
      {...input}
      ref={field}
      defaultValue={value}
      onInput={() => {
        isEdited.current = true
      }}
    />
  )
}

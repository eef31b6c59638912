import { type ComponentProps, useEffect, useRef } from 'react'

type SyncedInputProps = Omit<ComponentProps<'input'>, 'value' | 'defaultValue'> & { value: string | undefined }

export function SyncedInput({ value = '', ...input }: SyncedInputProps) {
  const field = useRef<HTMLInputElement>(null)
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
    if (field.current && !isEdited.current) field.current.value = value
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

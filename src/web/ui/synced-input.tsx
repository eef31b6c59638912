import { type ComponentProps, useEffect, useRef } from 'react'

type SyncedInputProps = Omit<ComponentProps<'input'>, 'value' | 'defaultValue'> & { value: string | undefined }

/** An input of a search form: it follows `value`, but what was typed since the form was sent stays. */
export function SyncedInput({ value = '', ...input }: SyncedInputProps) {
  const field = useRef<HTMLInputElement>(null)
  const followed = useRef(value)
  const typed = useRef(false)

  useEffect(() => {
    const form = field.current?.form
    const sent = () => {
      typed.current = false
    }
    form?.addEventListener('submit', sent)
    return () => form?.removeEventListener('submit', sent)
  }, [])

  useEffect(() => {
    // Not at the start: somebody may have typed before the page was hydrated.
    if (field.current && !typed.current && followed.current !== value) field.current.value = value
    followed.current = value
  }, [value])

  return (
    <input
      {...input}
      ref={field}
      defaultValue={value}
      onInput={() => {
        typed.current = true
      }}
    />
  )
}

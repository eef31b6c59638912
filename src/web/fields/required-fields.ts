import { isChosenFile } from '#web/files/chosen-files.ts'

/** Returns the sentences of fields that are empty or NaN in `numbers`; undefined if there are none. */
export function findInvalidFields<Name extends string>(
  form: FormData,
  sentences: Readonly<Record<Name, string>>,
  numbers: Readonly<Record<string, number>> = {},
): Partial<Record<Name, string>> | undefined {
  const missing = (Object.keys(sentences) as Name[]).filter(name => {
    const value = form.get(name)
    if (value instanceof File) return !isChosenFile(value)
    return (value?.trim() ?? '') === '' || Number.isNaN(numbers[name])
  })
  if (missing.length === 0) return undefined
  return Object.fromEntries(missing.map(name => [name, sentences[name]])) as Partial<Record<Name, string>>
}

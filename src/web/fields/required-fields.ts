import { isChosenFile } from '#web/files/chosen-files.ts'

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

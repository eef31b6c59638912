/** The sentences of fields that are empty or, for `numbers`, not numeric; undefined when there are none. */
export function findInvalidFields<Name extends string>(
  form: FormData,
  sentences: Readonly<Record<Name, string>>,
  numbers: readonly Name[] = [],
): Partial<Record<Name, string>> | undefined {
  const missing = (Object.keys(sentences) as Name[]).filter(name => {
    const value = form.get(name)
    if (value instanceof File) return value.size === 0
    const text = value?.trim() ?? ''
    return text === '' || (numbers.includes(name) && !Number.isFinite(Number(text)))
  })
  if (missing.length === 0) return undefined
  return Object.fromEntries(missing.map(name => [name, sentences[name]])) as Partial<Record<Name, string>>
}

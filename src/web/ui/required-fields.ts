/** The sentence of each field that the form leaves empty, and of each number that is none; undefined when all are there. */
export function requiredFieldErrors<Name extends string>(
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

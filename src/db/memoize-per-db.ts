/** Makes something of a database once, when it is first asked for: the text of a statement, of its many parts. */
export function memoizePerDb<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const kept = new WeakMap<Of, Made>()
  return of => {
    const made = kept.get(of) ?? make(of)
    kept.set(of, made)
    return made
  }
}

/** The address wraps after its @ first. */
export function Email({ children }: { children: string }) {
  const [name, domain] = children.split('@')
  return (
    <>
      {name}@<wbr />
      {domain}
    </>
  )
}

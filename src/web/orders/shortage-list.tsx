/** The lines of an order of which too few pieces are in stock, a sentence for each. */
export const ShortageList = ({ lines }: { lines: readonly string[] }) => (
  <ul className="list-disc pl-5">
    {lines.map(line => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)

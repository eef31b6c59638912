export const ShortageList = ({ lines }: { lines: readonly string[] }) => (
  <ul className="list-disc pl-5">
    {lines.map(line => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)

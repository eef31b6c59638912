/** A text of one line, cut where there is no room, and then read by pointing at it. */
export const Cut = ({ children }: { children: string }) => (
  <span dir="auto" title={children} className="block truncate">
    {children}
  </span>
)

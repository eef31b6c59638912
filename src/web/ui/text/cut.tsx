export const Cut = ({ children }: { children: string }) => (
  <span dir="auto" title={children} className="block truncate">
    {children}
  </span>
)

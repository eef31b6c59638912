import { Link } from 'react-router'

interface CursorLinksProps {
  first: readonly [to: string, name: string] | undefined
  next: readonly [to: string, name: string] | undefined
}

export function CursorLinks({ first, next }: CursorLinksProps) {
  if (!first && !next) return null
  return (
    <nav aria-label="Pages" className="flex gap-4">
      {first && (
        <Link to={first[0]} preventScrollReset className="btn btn-quiet">
          {first[1]}
        </Link>
      )}
      {next && (
        <Link to={next[0]} preventScrollReset rel="next" className="btn btn-quiet ml-auto">
          {next[1]}
        </Link>
      )}
    </nav>
  )
}

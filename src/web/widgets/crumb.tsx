import { Link } from 'react-router'

/** Leads to the list of which the page shows one entry. */
export const Crumb = ({ to, children }: { to: string; children: string }) => (
  <p className="text-sm text-muted">
    <Link to={to} className="hover:underline">
      {children}
    </Link>{' '}
    ›
  </p>
)

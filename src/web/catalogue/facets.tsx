import { Link } from 'react-router'
import { facetCountLimit } from '#contract/limits.ts'
import type { ToolFacets } from '#contract/schemas/catalogue.ts'
import { useSyncedState } from '#web/fields/use-synced-state.ts'
import { formatLimited } from '#web/ui/text/format-count.ts'
import { buildFilterUrl, type Search } from './search.ts'

export function CategoryLinks({ search, categories }: { search: Search } & Pick<ToolFacets, 'categories'>) {
  const chosen = categories.find(({ slug }) => slug === search.category)
  const top = chosen && (categories.find(({ slug }) => slug === chosen.parent) ?? chosen)
  const shown = categories
    .filter(({ slug, parent }) => (top ? slug === top.slug || parent === top.slug : parent === ''))
    .filter(({ slug, count }) => count > 0 || slug === search.category)
  if (shown.length === 0) return null
  const linkTo = (category: string | undefined) => buildFilterUrl(search, { category, spec: [] })
  return (
    <nav aria-label="Categories" className="grid">
      <p className="mb-1 font-semibold">Category</p>
      {top && (
        <Link to={linkTo(undefined)} className="flex min-h-9 items-center hover:underline">
          All categories
        </Link>
      )}
      {shown.map(({ slug, name, parent, count }) => (
        <Link
          key={slug}
          to={linkTo(slug)}
          aria-current={slug === search.category ? 'true' : undefined}
          className={`flex min-h-9 items-center justify-between gap-2 hover:underline aria-[current]:font-semibold ${parent ? 'pl-4' : ''}`}
        >
          {name}
          <Count>{count}</Count>
        </Link>
      ))}
    </nav>
  )
}

interface FacetBoxesProps {
  legend: string
  name: 'brand' | 'spec'
  chosen: readonly string[]
  options: readonly { value: string; label: string; count: number | null }[]
}

export function FacetBoxes({ legend, name, chosen, options }: FacetBoxesProps) {
  const shown = options.filter(({ value, count }) => count !== 0 || chosen.includes(value))
  if (shown.length === 0) return null
  return (
    <fieldset className="grid">
      <legend className="mb-1 font-semibold">{legend}</legend>
      {shown.map(({ value, label, count }) => (
        <FilterBox key={value} name={name} value={value} checked={chosen.includes(value)}>
          {label}
          <Count>{count}</Count>
        </FilterBox>
      ))}
    </fieldset>
  )
}

interface FilterBoxProps {
  name: string
  value: string
  checked: boolean
  children: React.ReactNode
}

export function FilterBox({ name, value, checked, children }: FilterBoxProps) {
  const [isChecked, check] = useSyncedState(checked)
  return (
    <label className="flex min-h-9 items-center gap-3">
      <input
        type="checkbox"
        name={name}
        value={value}
        className="checkbox"
        checked={isChecked}
        onChange={({ currentTarget }) => {
          check(currentTarget.checked)
          currentTarget.form?.requestSubmit()
        }}
      />
      <span className="flex grow justify-between gap-2">{children}</span>
    </label>
  )
}

export function Count({ children }: { children: number | null }) {
  if (children === null) return null
  return (
    <span className="whitespace-nowrap text-muted tabular-nums">
      {formatLimited(children, facetCountLimit)}
      <span className="sr-only">{children === 1 ? ' tool' : ' tools'}</span>
    </span>
  )
}

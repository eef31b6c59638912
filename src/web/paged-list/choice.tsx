import { Link, useNavigate } from 'react-router'
import { countLimit } from '#contract/limits.ts'
import { useSyncedState } from '#web/fields/use-synced-state.ts'
import { formatLimited } from '#web/ui/text/format-count.ts'
import { type Choices, type Filter, maxFilterLinks } from './list-columns.ts'
import { buildListUrl, type ListSearch } from './list-search.ts'
import { toCountKey } from './load-list.ts'

interface ChoiceProps {
  label: string
  name: string
  choices: Choices
  value: string | undefined
  search: ListSearch
}

export function Choice({ label, name, choices, value, search }: ChoiceProps) {
  const navigate = useNavigate()
  const [chosen, choose] = useSyncedState(value ?? choices[0]?.[0])
  return (
    <div className="flex items-center gap-2 text-sm whitespace-nowrap">
      <label htmlFor={`list-${name}`} className="font-semibold">
        {label}
      </label>
      <select
        id={`list-${name}`}
        name={name}
        className="select h-8 w-auto pointer-coarse:h-11 max-w-56 ps-2 text-sm!"
        value={chosen}
        onChange={async ({ currentTarget }) => {
          choose(currentTarget.value)
          await navigate(buildListUrl(search, { [name]: currentTarget.value || undefined }), {
            preventScrollReset: true,
          })
        }}
      >
        {choices.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

interface FilterLinksProps {
  search: ListSearch
  filters: readonly Filter[]
  counts: ReadonlyMap<string, number> | undefined
}

export function FilterLinks({ search, filters, counts }: FilterLinksProps) {
  const links = filters.filter(({ choices }) => choices.length <= maxFilterLinks)
  const selects = filters.filter(({ choices }) => choices.length > maxFilterLinks)
  const unfiltered = buildListUrl({ ...search, filters: {} })
  return (
    <>
      {links.length > 0 && (
        <nav aria-label="Filters" className="filter-links">
          <Link to={unfiltered} preventScrollReset aria-current={Object.keys(search.filters).length === 0}>
            All
          </Link>
          {links.map(({ param, choices }) => (
            <span key={param}>
              {choices.map(([value, text]) => {
                const isChosen = search.filters[param] === value
                return (
                  <Link
                    key={value}
                    to={buildListUrl(search, { [param]: isChosen ? undefined : value })}
                    preventScrollReset
                    aria-current={isChosen}
                  >
                    {text} <Count>{counts?.get(toCountKey(param, value))}</Count>
                  </Link>
                )
              })}
            </span>
          ))}
        </nav>
      )}
      {selects.map(({ param, label, choices }) => (
        <Choice
          key={param}
          label={label}
          name={param}
          choices={[['', 'All'], ...choices]}
          value={search.filters[param] ?? ''}
          search={search}
        />
      ))}
    </>
  )
}

const Count = ({ children }: { children: number | undefined }) =>
  children !== undefined && (
    <span className="text-muted tabular-nums">{formatLimited(children, countLimit(undefined))}</span>
  )

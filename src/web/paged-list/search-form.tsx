import { Form } from 'react-router'
import { SyncedInput } from '#web/ui/forms/synced-input.tsx'
import type { ListSearch } from './list-search.ts'

interface SearchFormProps {
  search: ListSearch
  hint: string
}

export function SearchForm({ search: { q, sort, filters }, hint }: SearchFormProps) {
  const kept = Object.entries({ sort, ...filters }).filter(([, value]) => value !== undefined)
  return (
    <Form method="get" role="search" preventScrollReset className="flex min-w-64 grow items-center gap-2 lg:max-w-xl">
      <label htmlFor="list-q" className="text-sm font-semibold whitespace-nowrap">
        Find
      </label>
      <SyncedInput
        id="list-q"
        name="q"
        type="search"
        className="input h-9 w-full text-sm!"
        placeholder={hint}
        title={hint}
        value={q}
        maxLength={100}
        enterKeyHint="search"
      />
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="btn btn-quiet btn-sm h-9 text-sm">
        Search
      </button>
    </Form>
  )
}

import { useState } from 'react'
import { useLocation } from 'react-router'
import { selectRange } from './select-range.ts'

export interface Selection {
  ids: readonly string[]
  isSelected: (id: string) => boolean
  select: (id: string, isSelected: boolean, fromLast: boolean) => void
  selectAll: (isSelected: boolean) => void
  keep: (ids: readonly string[]) => void
  last: string | undefined
}

interface State {
  page: string
  selected: ReadonlySet<string>
  last: string | undefined
}

const emptyState = (page: string): State => ({ page, selected: new Set(), last: undefined })

/** The selection is kept while the list revalidates, and cleared on another page, filter or order. */
export function useSelection(rows: readonly { _id: string }[]): Selection {
  const page = useLocation().search
  const [stored, setState] = useState(() => emptyState(page))
  const state = stored.page === page ? stored : emptyState(page)
  if (state !== stored) setState(state)
  const rowIds = rows.map(({ _id }) => _id)
  return {
    ids: rowIds.filter(id => state.selected.has(id)),
    isSelected: id => state.selected.has(id),
    select(id, isSelected, fromLast) {
      const anchor = fromLast ? state.last : undefined
      setState({ page, selected: selectRange(rowIds, state.selected, { anchor, target: id, isSelected }), last: id })
    },
    selectAll: isSelected => setState({ ...state, selected: new Set(isSelected ? rowIds : []) }),
    keep: ids => setState(before => ({ ...before, selected: new Set(ids.filter(id => before.selected.has(id))) })),
    last: state.last,
  }
}

import type { InputOf } from '#contract/client.ts'
import type { OperationId } from '#contract/operations.ts'
import type { Column } from '#web/widgets/card-table.tsx'

export type Choices<Value extends string = string> = readonly (readonly [Value, string])[]

type ListQuery<Operation extends OperationId> =
  InputOf<Operation> extends { query?: infer Query } ? NonNullable<Query> : never

type PageParam = 'q' | 'sort' | 'limit' | 'cursor' | 'before' | 'totals'

type SortField<Query> = Query extends { sort?: infer Sort }
  ? Exclude<Sort, 'newest' | 'oldest' | `-${string}` | undefined>
  : never

type ColumnFilter<Query> = {
  [Param in Exclude<keyof Query, PageParam>]-?: {
    param: Param & string
    label?: string
    choices: Choices<Extract<Query[Param], string>>
  }
}[Exclude<keyof Query, PageParam>]

export interface ListColumn<Row, Query> extends Omit<Column<Row>, 'sorting'> {
  sort?: SortField<Query> & string
  filter?: ColumnFilter<Query>
}

export type ListColumns<Row, Operation extends OperationId> = readonly ListColumn<Row, ListQuery<Operation>>[]

export interface AnyColumn {
  name: string
  numeric?: true
  sort?: string
  filter?: unknown
}

export interface Filter {
  param: string
  label: string
  choices: Choices
}

export const maxFilterLinks = 8

export const listFilters = (columns: readonly AnyColumn[]): Filter[] =>
  columns.flatMap(({ name, filter }) => (filter ? [{ label: name, ...(filter as Omit<Filter, 'label'>) }] : []))

export function listSorts(columns: readonly AnyColumn[], isOldestFirst: boolean): Choices {
  const newest = ['newest', 'Newest first'] as const
  const oldest = ['oldest', 'Oldest first'] as const
  const byField = columns.flatMap(({ name, numeric, sort }): Choices => {
    if (!sort) return []
    const [up, down] = numeric ? ['low to high', 'high to low'] : ['A to Z', 'Z to A']
    return [
      [sort, `${name}, ${up}`],
      [`-${sort}`, `${name}, ${down}`],
    ]
  })
  return [...(isOldestFirst ? [oldest, newest] : [newest, oldest]), ...byField]
}

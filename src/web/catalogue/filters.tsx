import { Form } from 'react-router'
import { getSign } from '#contract/pricing/currencies.ts'
import type { ToolFacets } from '#contract/schemas/catalogue.ts'
import { SyncedInput } from '#web/fields/synced-input.tsx'
import { useSyncedState } from '#web/fields/use-synced-state.ts'
import { closePopover } from '#web/ui/close-popover.ts'
import { useCurrency } from '#web/ui/text/money.tsx'
import { CategoryLinks, Count, FacetBoxes, FilterBox } from './facets.tsx'
import { type Search, sorts } from './search.ts'

const panelId = 'filters'
const priceInput = {
  inputMode: 'decimal',
  pattern: "[A-Z]{0,3}\\p{Sc}?[\\d.,'\\s]*(\\p{Sc}|[A-Z]{3}|zł|Kč|kr\\.?)?",
  title: 'A price, such as 12.50',
  onInvalid: openClosedPanel,
  className: 'input w-full tabular-nums',
} as const

/** A browser can't show what is wrong with a field that is hidden. */
function openClosedPanel() {
  const panel = document.getElementById(panelId)
  if (panel && getComputedStyle(panel).display === 'none') panel.showPopover()
}

/** A GET form, which works without JavaScript. On small screens, the filters are in a popover. */
export function Filters({ search, facets }: { search: Search; facets: ToolFacets }) {
  const currency = useCurrency()
  const [sort, chooseSort] = useSyncedState(search.sort ?? '')
  const { category, minPrice, maxPrice, orderable, brand, spec } = search
  const chosen = [search.sort, minPrice ?? maxPrice, orderable, category, ...brand, ...spec].filter(Boolean).length
  return (
    <Form
      method="get"
      role="search"
      className="grid gap-4"
      // A check box submits without a submitter, which keeps the panel open.
      onSubmit={({ nativeEvent }) => {
        if ((nativeEvent as SubmitEvent).submitter) closePopover(document.getElementById(panelId))
      }}
    >
      <div className="grid gap-1">
        <label htmlFor="q" className="font-semibold">
          Search
        </label>
        <div className="flex gap-2">
          <SyncedInput id="q" name="q" type="search" className="input w-full" value={search.q} enterKeyHint="search" />
          <button type="button" popoverTarget={panelId} className="btn btn-quiet lg:hidden">
            {chosen > 0 ? `Filters (${chosen})` : 'Filters'}
          </button>
        </div>
      </div>
      <div
        id={panelId}
        popover="auto"
        className="fixed inset-[4rem_0_auto] m-0 w-auto border-b border-base-300 bg-base-100 px-[clamp(1rem,3vw,2rem)] py-4 text-base-content shadow-lg max-lg:max-h-[calc(100dvh-4rem)] max-lg:overflow-y-auto lg:static lg:overflow-visible lg:grid! lg:border-0 lg:bg-transparent lg:p-0 lg:shadow-none"
      >
        <div className="grid items-start gap-5 md:max-lg:grid-cols-2">
          {search.view && <input type="hidden" name="view" value={search.view} />}
          {category && <input type="hidden" name="category" value={category} />}
          {listUnofferedFilters(search, facets).map(([name, value]) => (
            <input key={value} type="hidden" name={name} value={value} />
          ))}
          <div className="grid gap-4 xs:grid-cols-2 lg:grid-cols-1">
            <div className="grid gap-1">
              <label htmlFor="sort" className="font-semibold">
                Sort by
              </label>
              <select
                id="sort"
                name="sort"
                className="select w-full"
                value={sort}
                onChange={({ currentTarget }) => {
                  chooseSort(sorts.find(([name]) => name === currentTarget.value)?.[0] ?? '')
                  currentTarget.form?.requestSubmit()
                }}
              >
                <option value="">{search.q ? 'Best match' : 'Newest first'}</option>
                {sorts
                  .filter(([name]) => search.q || name !== 'newest')
                  .map(([name, label]) => (
                    <option key={name} value={name}>
                      {label}
                    </option>
                  ))}
              </select>
            </div>
            <fieldset className="grid gap-1">
              <legend className="mb-1 font-semibold">Price in {getSign(currency)}</legend>
              <div className="flex items-center gap-2">
                <SyncedInput {...priceInput} name="minPrice" aria-label="Lowest price" value={search.minPrice} />
                <span aria-hidden="true">–</span>
                <SyncedInput {...priceInput} name="maxPrice" aria-label="Highest price" value={search.maxPrice} />
              </div>
            </fieldset>
          </div>
          <FilterBox name="orderable" value="true" checked={orderable !== undefined}>
            Minimum order in stock
            <Count>{facets.inStock}</Count>
          </FilterBox>
          <CategoryLinks search={search} categories={facets.categories} />
          <FacetBoxes
            legend="Brand"
            name="brand"
            chosen={brand}
            options={facets.brands.map(({ slug, name, count }) => ({ value: slug, label: name, count }))}
          />
          {facets.specifications.map(({ name, options }) => (
            <FacetBoxes
              key={name}
              legend={name}
              name="spec"
              chosen={spec}
              options={options.map(({ token, ...option }) => ({ value: token, ...option }))}
            />
          ))}
          <div className="-bottom-4 tall:sticky -m-4 mt-0 grid bg-base-100 p-4 md:max-lg:col-span-2 lg:static! lg:m-0 lg:p-0">
            <button type="submit" className="btn btn-primary">
              Show tools
            </button>
          </div>
        </div>
      </div>
    </Form>
  )
}

/** Lists chosen filters without a box, such as a number range that another filter has moved. */
function listUnofferedFilters({ brand, spec }: Search, { brands, specifications }: ToolFacets) {
  const offered = new Set([
    ...brands.map(({ slug }) => slug),
    ...specifications.flatMap(({ options }) => options.map(({ token }) => token)),
  ])
  const chosen = [...brand.map(value => ['brand', value] as const), ...spec.map(value => ['spec', value] as const)]
  return chosen.filter(([, value]) => !offered.has(value))
}

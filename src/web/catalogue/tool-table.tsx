import { type KeyboardEvent, useId, useState } from 'react'
import { Link } from 'react-router'
import { readPieces } from '#contract/cells/read-number.ts'
import { formatNumber } from '#contract/format-number.ts'
import { checkQuantity, isInStock } from '#contract/pricing/quantity.ts'
import type { ListedTool } from '#contract/schemas/tools.ts'
import { useAddToCart } from '#web/cart/add-to-cart.tsx'
import { toDraftLine } from '#web/cart/draft-line.ts'
import { NumberInput } from '#web/fields/number-field.tsx'
import { ListPrice } from '#web/prices/list-price.tsx'
import { useOwnPrice } from '#web/prices/own-prices.ts'
import { Button } from '#web/ui/button.tsx'
import { useMoney } from '#web/ui/text/money.tsx'

export type RowTool = Omit<
  ListedTool,
  'description' | 'image' | 'taxPercent' | 'category' | 'discontinued' | 'unitLabel'
>

export function toRowTools(tools: readonly ListedTool[]): RowTool[] {
  return tools.map(({ _id, name, sku, brand, price, minimum, available, increment, priceBreaks, highlights }) => ({
    _id,
    name,
    sku,
    brand,
    price,
    minimum,
    available,
    increment,
    priceBreaks,
    highlights,
  }))
}

const cell = 'px-1.5 py-0 max-md:p-0'
const number = `${cell} text-right tabular-nums whitespace-nowrap`

export function ToolTable({ tools }: { tools: readonly RowTool[] }) {
  return (
    <table className="w-full text-[0.8125rem] leading-6 max-md:text-sm">
      <thead className="top-16 z-10 md:tall:sticky bg-base-200 text-left text-sm/6 shadow-[inset_0_-1px_0_var(--color-base-300)] max-md:sr-only">
        <tr>
          <th scope="col" className={cell}>
            SKU
          </th>
          <th scope="col" className={cell}>
            Tool
          </th>
          <th scope="col" className={`${cell} md:max-lg:hidden`}>
            Specifications
          </th>
          <th scope="col" className={number}>
            Price
          </th>
          <th scope="col" className={`member-only ${number}`}>
            List price
          </th>
          <th scope="col" className={`${cell} whitespace-nowrap`}>
            Price breaks
          </th>
          <th scope="col" className={number}>
            In stock
          </th>
          <th scope="col" className={`customer-only ${cell} text-right`}>
            Quantity
          </th>
        </tr>
      </thead>
      <tbody>
        {tools.map(tool => (
          <ToolRow key={tool._id} tool={tool} />
        ))}
      </tbody>
    </table>
  )
}

function ToolRow({ tool }: { tool: RowTool }) {
  const formatMoney = useMoney()
  const { _id, name, sku, brand, available, highlights } = tool
  const own = useOwnPrice(_id)
  const { price, priceBreaks } = own ?? tool
  const breaks = priceBreaks.map(each => `${each.from}+ ${formatMoney(each.price)}`).join(' · ')
  const specifications = highlights.join(' · ')
  return (
    <tr className="relative z-0 focus-within:z-1 border-b border-base-300 align-middle hover:bg-base-100 max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:py-3">
      <td className={`${cell} max-md:text-muted max-md:wrap-anywhere`} title={sku}>
        <span className="block md:max-w-36 md:truncate">{sku}</span>
      </td>
      <td className={`${cell} min-w-40 xl:min-w-48 min-[90rem]:min-w-80 max-md:order-first max-md:col-span-2`}>
        <Link
          to={`/shop/${_id}`}
          prefetch="intent"
          className="line-clamp-1 text-sm/6 font-semibold wrap-anywhere hover:underline max-md:text-base"
        >
          {name}
          {brand && <span className="font-normal text-muted md:max-[90rem]:hidden"> {brand}</span>}
        </Link>
      </td>
      <td className={`${cell} w-full max-w-0 md:max-lg:hidden max-md:order-2 max-md:col-span-2 max-md:max-w-none`}>
        <span className="line-clamp-1 text-muted" title={specifications}>
          {specifications}
        </span>
      </td>
      <td className={`${number} max-md:order-1 max-md:text-base max-md:font-semibold ${own ? 'font-semibold' : ''}`}>
        <ListPrice price={tool.price} own={own?.price} className="me-2 text-sm md:hidden" />
        {formatMoney(price)}
        {own && <span className="sr-only"> yours</span>}
      </td>
      <td className={`member-only ${number} text-muted max-md:hidden`}>{formatMoney(tool.price)}</td>
      <td className={`${cell} text-muted tabular-nums lg:whitespace-nowrap max-md:order-3 max-md:col-span-2`}>
        {breaks}
      </td>
      <td className={`${number} max-md:order-4 max-md:text-left`}>
        {formatNumber(available)}
        <span className="md:sr-only"> in stock</span>
      </td>
      <td className={`customer-only ${cell} max-md:order-5`}>
        {isInStock(tool) ? (
          <QuantityAndAdd tool={tool} />
        ) : (
          <span className="block text-right whitespace-nowrap text-error">
            {available > 0 ? `Below minimum of ${tool.minimum}` : 'Out of stock'}
          </span>
        )}
      </td>
    </tr>
  )
}

function QuantityAndAdd({ tool }: { tool: RowTool }) {
  const [text, setText] = useState(String(tool.minimum))
  const [problem, setProblem] = useState<string>()
  const cart = useAddToCart()
  const noteId = useId()

  function add() {
    const quantity = readPieces(text)
    const check = checkQuantity(quantity, tool)
    if (!check.ok) return setProblem(check.sentence)
    void cart.add(toDraftLine(tool, quantity))
  }

  function addByEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }

  return (
    <div className="grid grid-cols-[auto_auto] justify-end gap-x-1">
      <NumberInput
        min={tool.minimum}
        max={tool.available}
        step={tool.increment}
        aria-label={`Quantity of ${tool.name}`}
        aria-describedby={problem && noteId}
        aria-invalid={problem !== undefined}
        className="input h-6 min-h-0 w-16 px-1 text-right tabular-nums max-md:h-8 max-md:w-20 pointer-coarse:h-11"
        value={text}
        onChange={event => {
          setText(event.target.value)
          setProblem(undefined)
        }}
        onKeyDown={addByEnter}
      />
      <Button
        className="btn btn-quiet h-6 min-h-0 px-2 text-[0.8125rem] max-md:h-8 max-md:px-4 pointer-coarse:h-11"
        aria-label={`Add to cart: ${tool.name}`}
        aria-disabled={cart.busy || undefined}
        onClick={add}
      >
        Add
      </Button>
      {problem && (
        <p id={noteId} role="alert" className="col-span-2 w-0 min-w-full text-right leading-4 text-error">
          {problem}
        </p>
      )}
    </div>
  )
}

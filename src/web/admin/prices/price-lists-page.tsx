import { useState } from 'react'
import { Link, redirect, useFetcher } from 'react-router'
import { formatNumber } from '#contract/format-number.ts'
import type { PriceListSummary } from '#contract/schemas/prices.ts'
import { clientContext } from '#web/context.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { keepFormOnExpiry } from '#web/session/middleware.ts'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { Field, FormError } from '#web/ui/forms/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { CardTable, type Column } from '#web/widgets/card-table.tsx'
import { Dialog } from '#web/widgets/dialog.tsx'
import type { Route } from './+types/price-lists-page'

export const clientLoader = ({ context }: Route.ClientLoaderArgs) => context.get(clientContext).listPriceLists({})

export async function clientAction({ request, context }: Route.ClientActionArgs) {
  keepFormOnExpiry(context)
  const name = String((await request.formData()).get('name') ?? '').trim()
  let id: string
  try {
    id = (await context.get(clientContext).addPriceList({ body: { name } })).insertedId
  } catch (error) {
    return { failure: toErrorMessage(error), errors: toFieldErrors(error) }
  }
  toast('success', `${name} is added`)
  throw redirect(`/dashboard/priceLists/${id}`)
}

export const meta = titleMeta('Price lists')

const columns: readonly Column<PriceListSummary>[] = [
  {
    name: 'List',
    cell: ({ _id, name }) => (
      <Link to={_id} dir="auto" className="link font-semibold wrap-anywhere">
        {name}
      </Link>
    ),
    className: 'w-[50%]',
    card: 'title',
  },
  {
    name: 'For',
    cell: ({ company, companies }) =>
      company ? (
        <Link to={`/dashboard/companies/${company._id}`} dir="auto" className="link wrap-anywhere">
          {company.name}
        </Link>
      ) : (
        `${formatNumber(companies)} ${companies === 1 ? 'company' : 'companies'}`
      ),
    card: 'status',
  },
  {
    name: 'Rows',
    cell: ({ rows }) => (rows > 10_000 ? 'over 10,000' : formatNumber(rows)),
    numeric: true,
    card: 'amount',
  },
]

export default function PriceLists({ loaderData: lists }: Route.ComponentProps) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="grid gap-1">
        <h1 className="section-title">Price lists</h1>
        <p className="max-w-prose text-muted">
          Companies pay the prices of their contract, else those of their list, and never more than everybody.
        </p>
      </header>
      {lists.length > 0 ? (
        <CardTable columns={columns} rows={lists} />
      ) : (
        <p>There is no price list yet. Add one, then give it to companies on their pages.</p>
      )}
      <AddPriceList />
    </section>
  )
}

function AddPriceList() {
  const fetcher = useFetcher<{ failure: string; errors: Record<string, string> }>()
  const [isOpen, setOpen] = useState(false)
  const { failure, errors = {} } = fetcher.data ?? {}
  function open() {
    fetcher.reset()
    setOpen(true)
  }
  return (
    <div>
      <Button className="btn btn-quiet btn-sm" onClick={open}>
        Add a price list
      </Button>
      {isOpen && (
        <Dialog title="Add a price list" onClose={() => setOpen(false)}>
          <fetcher.Form method="post" noValidate className="grid gap-4">
            <Field
              label="Name"
              name="name"
              required
              error={errors.name}
              hint="Such as “Trade A”; buyers do not see it"
            />
            <FormError>{Object.keys(errors).length === 0 ? failure : undefined}</FormError>
            <div className="flex flex-wrap justify-end gap-3">
              <button type="button" className="btn btn-quiet" onClick={() => setOpen(false)}>
                Close
              </button>
              <SubmitButton busy={fetcher.state !== 'idle'}>Add</SubmitButton>
            </div>
          </fetcher.Form>
        </Dialog>
      )}
    </div>
  )
}

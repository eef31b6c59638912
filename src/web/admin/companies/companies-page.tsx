import { useState } from 'react'
import { Link, redirect, useFetcher } from 'react-router'
import { formatNumber } from '#contract/format-number.ts'
import type { CompanySummary } from '#contract/schemas/companies.ts'
import { CompanyFields, findMissingFields, readCompany } from '#web/company/company-fields.tsx'
import type { Outcome } from '#web/company/member-actions.ts'
import { clientContext } from '#web/context.ts'
import type { ListColumns } from '#web/paged-list/list-columns.ts'
import { loadList } from '#web/paged-list/load-list.ts'
import { PagedList } from '#web/paged-list/paged-list.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { keepFormOnExpiry } from '#web/session/middleware.ts'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { Field, FormError } from '#web/ui/forms/field.tsx'
import { formatShortDate } from '#web/ui/text/format-time.ts'
import { toast } from '#web/ui/toast.tsx'
import { Dialog } from '#web/widgets/dialog.tsx'
import type { Route } from './+types/companies-page'
import { CompanyStatus } from './company-status.tsx'

export function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  return loadList(request, columns, {
    list: query => client.listCompanies({ query }),
    count: query => client.countCompanies({ query }),
  })
}

export async function clientAction({ request, context }: Route.ClientActionArgs): Promise<Outcome> {
  keepFormOnExpiry(context)
  const form = await request.formData()
  const errors = findMissingFields(form)
  if (errors) return { errors }
  const managerEmail = String(form.get('managerEmail') ?? '')
  let id: string
  try {
    const body = { ...readCompany(form), managerEmail }
    id = (await context.get(clientContext).addCompany({ body })).insertedId
  } catch (error) {
    return { failure: toErrorMessage(error), errors: toFieldErrors(error) }
  }
  toast('success', `We have sent the invitation to ${managerEmail}`)
  throw redirect(`/dashboard/companies/${id}`)
}

export const meta = titleMeta('Companies')

const columns: ListColumns<CompanySummary, 'listCompanies'> = [
  {
    name: 'Company',
    cell: ({ _id, name, city }) => (
      <>
        <span className="block truncate">
          <Link to={_id} dir="auto" className="link font-semibold" title={name}>
            {name}
          </Link>
        </span>
        <span className="text-muted">{city}</span>
      </>
    ),
    className: 'w-[40%] max-w-0',
    card: 'title',
  },
  { name: 'Number', cell: ({ number }) => number },
  {
    name: 'State',
    filter: {
      param: 'state',
      label: 'State',
      choices: [
        ['applied', 'To review'],
        ['accepted', 'Accepted'],
        ['withoutManager', 'Without a manager'],
        ['refused', 'Refused'],
      ],
    },
    cell: ({ state }) => <CompanyStatus state={state} />,
    card: 'status',
  },
  { name: 'Members', cell: ({ members }) => formatNumber(members), numeric: true },
  { name: 'Orders', cell: ({ orders }) => formatNumber(orders), numeric: true },
  {
    name: 'Last order',
    cell: ({ lastOrderAt }) => lastOrderAt && formatShortDate(lastOrderAt),
    numeric: true,
  },
]

export default function Companies({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PagedList
        title="Companies"
        nouns={['company', 'companies']}
        searchHint="Name or tax id"
        list={loaderData}
        columns={columns}
      />
      <AddCompany />
    </>
  )
}

function AddCompany() {
  const fetcher = useFetcher<Outcome>()
  const [isOpen, setOpen] = useState(false)
  const { failure, errors = {} } = fetcher.data ?? {}

  function open() {
    fetcher.reset()
    setOpen(true)
  }

  return (
    <div className="mt-4">
      <Button className="btn btn-quiet btn-sm" onClick={open}>
        Add a company
      </Button>
      {isOpen && (
        <Dialog title="Add a company" onClose={() => setOpen(false)}>
          <fetcher.Form method="post" noValidate className="grid gap-4">
            <CompanyFields errors={errors} />
            <Field
              label="Email of its manager"
              name="managerEmail"
              type="email"
              autoComplete="off"
              required
              hint="We invite them to join."
              error={errors.managerEmail}
            />
            <FormError>{failure}</FormError>
            <div className="flex flex-wrap justify-end gap-3">
              <button type="button" className="btn btn-quiet" onClick={() => setOpen(false)}>
                Close
              </button>
              <SubmitButton busy={fetcher.state !== 'idle'}>Add and invite</SubmitButton>
            </div>
          </fetcher.Form>
        </Dialog>
      )}
    </div>
  )
}

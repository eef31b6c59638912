import { Link, redirect } from 'react-router'
import { formatAddress } from '#contract/addresses.ts'
import type { Client } from '#contract/client.ts'
import type { CompanyDetails } from '#contract/schemas/companies.ts'
import { NewestOrders } from '#web/admin/newest-orders.tsx'
import { findMissingFields, readCompanyChange } from '#web/company/company-fields.tsx'
import { CompanyFacts, CompanyForm } from '#web/company/company-form.tsx'
import { handleMembers, type Outcome, toMemberCallsOf } from '#web/company/member-actions.ts'
import { Members } from '#web/company/members.tsx'
import { clientContext } from '#web/context.ts'
import { readLatest, readShown } from '#web/fields/shown-record.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { getOrNotFound, toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { keepFormOnExpiry } from '#web/session/middleware.ts'
import { createId } from '#web/ui/create-id.ts'
import { TextArea } from '#web/ui/forms/field.tsx'
import { formatDate } from '#web/ui/text/format-time.ts'
import { toast } from '#web/ui/toast.tsx'
import { Crumb } from '#web/widgets/crumb.tsx'
import { ConfirmRowAction, RowAction } from '#web/widgets/row-actions.tsx'
import type { Route } from './+types/company-details-page'
import { CompanyPrices } from './company-prices.tsx'
import { CompanyStatus } from './company-status.tsx'

export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  const [company, priceLists] = await Promise.all([
    getOrNotFound(client.getCompany({ params }), 'company'),
    client.listPriceLists({}),
  ])
  return { company, priceLists }
}

type Handler = (client: Client, id: string, form: FormData) => Promise<string>

const handlers: Record<string, Handler> = {
  accept: async (client, id) => {
    await client.acceptCompany({ params: { id } })
    return 'The company is accepted'
  },
  refuse: async (client, id, form) => {
    await client.refuseCompany({ params: { id }, body: { reason: String(form.get('reason')) } })
    return 'The application is refused'
  },
  update: async (client, id, form) => {
    await client.updateCompany({ params: { id }, body: readCompanyChange(form) })
    return 'The company is changed'
  },
  priceList: async (client, id, form) => {
    const priceListId = String(form.get('priceListId') ?? '') || null
    await client.setPriceListOf({ params: { id }, body: { priceListId } })
    return priceListId ? 'The company has the price list' : 'The company pays public prices, but for its contract'
  },
  contract: async (client, id) => {
    const { insertedId } = await client.addContract({ params: { id } })
    throw redirect(`/dashboard/priceLists/${insertedId}`)
  },
}

export async function clientAction({ request, context, params: { id } }: Route.ClientActionArgs): Promise<Outcome> {
  keepFormOnExpiry(context)
  const client = context.get(clientContext)
  const form = await request.formData()
  const ofMembers = await handleMembers(toMemberCallsOf(client, id), form)
  if (ofMembers) return ofMembers
  const intent = String(form.get('intent'))
  const errors = intent === 'update' ? findMissingFields(form) : undefined
  if (errors) return { errors, latest: readShown(form) }
  try {
    const done = await handlers[intent]?.(client, id, form)
    if (done) toast('success', done)
    return { saved: createId() }
  } catch (error) {
    if (error instanceof Response) throw error
    const failure = toErrorMessage(error)
    if (intent === 'accept') toast('error', failure)
    return { failure, errors: toFieldErrors(error), latest: readLatest(form, error) }
  }
}

export const meta = titleMeta('Company')

export default function CompanyDetailsPage({ loaderData: { company, priceLists } }: Route.ComponentProps) {
  const { name, number, state, time, reason } = company
  return (
    <section className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-6">
      <header className="grid gap-1">
        <Crumb to="/dashboard/companies">Companies</Crumb>
        <h1 dir="auto" className="section-title plain-title wrap-anywhere">
          {name}
        </h1>
        <p className="flex flex-wrap gap-x-4 text-muted">
          {state === 'accepted' && <span>Customer {number}</span>}
          <span>{state === 'accepted' ? `since ${formatDate(time)}` : `Applied on ${formatDate(time)}`}</span>
          <CompanyStatus state={state} />
        </p>
        {reason !== '' && <p>Refused: {reason}</p>}
      </header>
      {state === 'accepted' ? (
        <>
          <NewestOrders orders={company.orders} q={name} showsBuyer />
          <CompanyPrices company={company} priceLists={priceLists} />
          <Members company={company} isManaged ownEmail={undefined} />
          <Sites sites={company.sites} />
          <CompanyForm company={company} isShop />
        </>
      ) : (
        <Review company={company} />
      )}
    </section>
  )
}

function Sites({ sites }: Pick<CompanyDetails, 'sites'>) {
  if (sites.length === 0) return null
  return (
    <section className="grid gap-3">
      <h2 className="font-display text-2xl">Sites</h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        {sites.map(address => (
          <li key={address._id} className="rounded-box border border-base-300 bg-base-100 p-4 wrap-anywhere">
            <strong className="block font-semibold">{address.site}</strong>
            {formatAddress(address).split('\n').join(', ')}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Review({ company }: { company: CompanyDetails }) {
  const { about, applicantEmail, sameTaxId, isTaxIdDoubtful, state, name } = company
  return (
    <section className="grid gap-4 rounded-box border border-base-300 bg-base-100 p-4">
      {sameTaxId.length > 0 && (
        <p className="text-error">With the same tax id: {sameTaxId.join(', ')}. They may be the same company.</p>
      )}
      {isTaxIdDoubtful && (
        <p className="text-error">The check digits of the tax id are wrong. Ask before you accept.</p>
      )}
      <CompanyFacts company={company} />
      {about !== '' && (
        <div>
          <h2 className="font-sans text-base font-semibold">What they do</h2>
          <p className="whitespace-pre-line wrap-anywhere">{about}</p>
        </div>
      )}
      {applicantEmail && (
        <p>
          Applied by{' '}
          <Link to={`/dashboard/users?${new URLSearchParams({ q: applicantEmail })}`} className="link wrap-anywhere">
            {applicantEmail}
          </Link>
          {state === 'applied' && ', who becomes the manager'}.
        </p>
      )}
      {state === 'applied' && (
        <div className="flex flex-wrap gap-3">
          <RowAction fields={{ intent: 'accept' }} label={`Accept ${name}`} className="btn-primary">
            Accept the company
          </RowAction>
          <ConfirmRowAction
            question={`Refuse ${name}?`}
            detail="The applicant is mailed the reason, and can apply again."
            questionFields={errors => (
              <TextArea label="Reason, for the applicant" name="reason" rows={3} required error={errors.reason} />
            )}
            fields={{ intent: 'refuse' }}
            label={`Refuse ${name}`}
            className="btn-delete"
          >
            Refuse
          </ConfirmRowAction>
        </div>
      )}
    </section>
  )
}

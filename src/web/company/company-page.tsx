import { useEffect, useState } from 'react'
import { Form, Link, useNavigation, useRevalidator } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { Company, Membership } from '#contract/schemas/companies.ts'
import { clientContext } from '#web/context.ts'
import { readLatest, readShown } from '#web/fields/shown-record.tsx'
import { VerifyNotice } from '#web/identity/verify-notice.tsx'
import { readMembership } from '#web/prices/read-membership.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { accountContext, keepFormOnExpiry } from '#web/session/middleware.ts'
import { useAccount } from '#web/session/session.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { createId } from '#web/ui/create-id.ts'
import { FormError, TextArea } from '#web/ui/forms/field.tsx'
import { formatDate } from '#web/ui/text/format-time.ts'
import { toast } from '#web/ui/toast.tsx'
import { ConfirmRowAction, RowAction } from '#web/widgets/row-actions.tsx'
import type { Route } from './+types/company-page'
import { CompanyFields, findMissingFields, readCompany, readCompanyChange } from './company-fields.tsx'
import { CompanyFacts, CompanyForm } from './company-form.tsx'
import { handleMembers, type Outcome, toOwnMemberCalls } from './member-actions.ts'
import { Members, useDescribePlace } from './members.tsx'

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  const membership = await readMembership(client)
  const company = membership.company ? await client.getOwnCompany({}) : undefined
  return { membership, company, ownEmail: context.get(accountContext).email }
}

type Handler = (client: Client, form: FormData) => Promise<string>

const readId = (form: FormData) => ({ companyId: String(form.get('companyId')) })

const handlers: Record<string, Handler> = {
  apply: async (client, form) => {
    await client.applyForCompany({ body: { ...readCompany(form), about: String(form.get('about') ?? '') } })
    return 'Your application is on its way'
  },
  update: async (client, form) => {
    await client.updateOwnCompany({ body: readCompanyChange(form) })
    return 'The company is changed'
  },
  join: async (client, form) => {
    await client.acceptInvitation({ params: readId(form) })
    return `You order for ${form.get('name')} now`
  },
  decline: async (client, form) => {
    await client.declineInvitation({ params: readId(form) })
    return 'The invitation is declined'
  },
  leave: async client => {
    await client.leaveCompany({})
    return 'You have left the company'
  },
}

export async function clientAction({ request, context }: Route.ClientActionArgs): Promise<Outcome> {
  keepFormOnExpiry(context)
  const client = context.get(clientContext)
  const form = await request.formData()
  const ofMembers = await handleMembers(toOwnMemberCalls(client), form)
  if (ofMembers) return ofMembers
  const intent = String(form.get('intent'))
  const errors = intent === 'apply' || intent === 'update' ? findMissingFields(form) : undefined
  if (errors) return { errors, latest: readShown(form) }
  try {
    const done = await handlers[intent]?.(client, form)
    if (done) toast('success', done)
    return { saved: createId() }
  } catch (error) {
    const failure = toErrorMessage(error)
    if (intent !== 'apply' && intent !== 'update') toast('error', failure)
    return { failure, errors: toFieldErrors(error), latest: readLatest(form, error) }
  }
}

export const meta = titleMeta('My Company')

export default function CompanyPage({
  loaderData: { membership, company, ownEmail },
  actionData,
}: Route.ComponentProps) {
  const isVerified = useAccount()?.emailVerified !== false
  const [wasVerified] = useState(isVerified)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    // Invitations are shown to verified emails only.
    if (isVerified && !wasVerified) void revalidate()
  }, [isVerified, wasVerified, revalidate])
  return (
    <section className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-6">
      <h1 className="section-title">{company ? company.name : 'My Company'}</h1>
      {company ? (
        <OwnCompany company={company} membership={membership} ownEmail={ownEmail} />
      ) : (
        <>
          <Invitations invitations={membership.invitations} />
          <VerifyNotice before="apply or join a company" isAlwaysNeeded />
          {isVerified && <Application membership={membership} outcome={actionData ?? {}} />}
        </>
      )}
    </section>
  )
}

function Invitations({ invitations }: Pick<Membership, 'invitations'>) {
  return invitations.map(({ companyId, companyName, role }) => (
    <div key={companyId} className="grid gap-3 rounded-box border border-base-300 bg-base-100 p-4">
      <p>
        <strong className="font-semibold">{companyName}</strong> invites you as a {role}. What you order from then on is
        the company’s; your earlier orders, lists and addresses stay yours.
      </p>
      <div className="flex flex-wrap gap-3">
        <RowAction
          fields={{ intent: 'join', companyId, name: companyName }}
          label={`Join ${companyName}`}
          className="btn-primary"
        >
          Join
        </RowAction>
        <RowAction fields={{ intent: 'decline', companyId }} label={`Decline ${companyName}`} className="btn-quiet">
          Decline
        </RowAction>
      </div>
    </div>
  ))
}

interface ApplicationProps {
  membership: Membership
  outcome: Outcome
}

function Application({
  membership: { application, invitations },
  outcome: { errors = {}, failure },
}: ApplicationProps) {
  const busy = useNavigation().formMethod === 'POST'
  if (application && !application.refused)
    return (
      <p className="rounded-box border border-base-300 bg-base-100 p-4">
        You have applied for <strong className="font-semibold">{application.name}</strong> on{' '}
        {formatDate(application.time)}. We look at it and write to you. Until then you order for yourself.
      </p>
    )
  return (
    <>
      {application && (
        <p className="rounded-box border-s-4 border-error bg-base-100 p-4">
          We could not accept {application.name}: {application.reason}
        </p>
      )}
      {invitations.length === 0 && (
        <p className="max-w-prose">
          Your colleagues see the company’s orders and invoices, you say who may order up to which amount, and approve
          what goes beyond. What you have ordered so far stays yours.{' '}
          <Link to="/trade" className="link">
            More about it
          </Link>
        </p>
      )}
      <details open={invitations.length === 0} className="rounded-box border border-base-300 bg-base-100">
        <summary className="cursor-pointer p-4 font-semibold">Apply as a company</summary>
        <Form method="post" noValidate className="grid gap-4 p-4 pt-0">
          <input type="hidden" name="intent" value="apply" />
          <CompanyFields errors={errors} />
          <TextArea label="What you do (optional)" name="about" rows={3} error={errors.about} />
          <FormError>{failure}</FormError>
          <div>
            <SubmitButton busy={busy}>Apply</SubmitButton>
          </div>
        </Form>
      </details>
    </>
  )
}

interface OwnCompanyProps {
  company: Company
  membership: Membership
  ownEmail: string
}

function OwnCompany({ company, membership: { role, amount }, ownEmail }: OwnCompanyProps) {
  const describePlace = useDescribePlace()
  const isManager = role === 'manager'
  return (
    <>
      <p className="flex flex-wrap gap-x-4 text-muted">
        <span>Customer {company.number}</span>
        {role && <span>You are: {describePlace({ role, amount })}</span>}
        <Link to="/dashboard" className="link">
          Orders of the company
        </Link>
        <Link to="/dashboard/partNumbers" className="link">
          Part numbers
        </Link>
      </p>
      <Members company={company} isManaged={isManager} ownEmail={ownEmail} />
      {isManager ? <CompanyForm company={company} /> : <CompanyFacts company={company} />}
      {!isManager && (
        <div>
          <ConfirmRowAction
            question={`Leave ${company.name}?`}
            detail="What you have ordered for it stays with it. You order for yourself then."
            fields={{ intent: 'leave' }}
            label={`Leave ${company.name}`}
            className="btn-delete"
          >
            Leave the company
          </ConfirmRowAction>
        </div>
      )}
    </>
  )
}

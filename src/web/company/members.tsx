import { useState } from 'react'
import { type FetcherWithComponents, useFetcher } from 'react-router'
import type { Company, Member } from '#contract/schemas/companies.ts'
import { type CompanyRole, companyRoles } from '#contract/states/company-roles.ts'
import { ShownRecord, useSavedKey } from '#web/fields/shown-record.tsx'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { Field, FormError, Labelled } from '#web/ui/forms/field.tsx'
import { Status } from '#web/ui/status.tsx'
import { formatDate } from '#web/ui/text/format-time.ts'
import { useCurrency, useMoney } from '#web/ui/text/money.tsx'
import { Dialog } from '#web/widgets/dialog.tsx'
import { ConfirmRowAction, RowAction } from '#web/widgets/row-actions.tsx'
import type { Outcome } from './member-actions.ts'

const roleWords: Record<CompanyRole, string> = {
  viewer: 'Viewer: sees and pays',
  buyer: 'Buyer: also orders',
  manager: 'Manager: also approves, invites and changes people',
}

interface MembersProps {
  company: Pick<Company, 'members' | 'invitations'>
  /** Whether people can be invited and changed. */
  isManaged: boolean
  /** Nobody changes their own role. */
  ownEmail: string | undefined
}

export function Members({ company: { members, invitations }, isManaged, ownEmail }: MembersProps) {
  const describePlace = useDescribePlace()
  return (
    <section className="grid gap-3">
      <h2 className="font-display text-2xl">People</h2>
      <div className="@container">
        <table className="card-table">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Role</th>
              {isManaged && <td className="w-0" />}
            </tr>
          </thead>
          <tbody>
            {members.map(member => (
              <tr key={member._id}>
                <td data-card="title" className="w-full max-w-0">
                  <span className="block truncate font-semibold">
                    {member.name}
                    {member.email === ownEmail && <span className="font-normal"> (you)</span>}
                  </span>
                  <span className="flex flex-wrap gap-x-3 font-normal wrap-anywhere text-muted">
                    {member.email}
                    {member.blocked && <Status kind="error">Blocked</Status>}
                  </span>
                </td>
                <td data-card="status" className="whitespace-nowrap">
                  {describePlace(member)}
                </td>
                {isManaged && (
                  <td data-card="action">
                    {member.email !== ownEmail && (
                      <div className="flex gap-2">
                        <ChangeMember member={member} />
                        <ConfirmRowAction
                          question={`Remove ${member.name} from the company?`}
                          detail="They can no longer see the company’s orders, invoices and sites. Their orders stay with the company; invitations that they sent are withdrawn."
                          fields={{ intent: 'removeMember', accountId: member._id, name: member.name }}
                          label={`Remove ${member.name}`}
                          className="btn-delete"
                        >
                          Remove
                        </ConfirmRowAction>
                      </div>
                    )}
                  </td>
                )}
              </tr>
            ))}
            {invitations.map(invitation => (
              <tr key={invitation.email}>
                <td data-card="title" className="w-full max-w-0">
                  <span className="block truncate">{invitation.email}</span>
                  <span className="block font-normal text-muted">invited on {formatDate(invitation.time)}</span>
                </td>
                <td data-card="status" className="whitespace-nowrap">
                  {describePlace(invitation)}
                </td>
                {isManaged && (
                  <td data-card="action">
                    <RowAction
                      fields={{ intent: 'withdraw', email: invitation.email }}
                      label={`Withdraw the invitation of ${invitation.email}`}
                      className="btn-quiet"
                    >
                      Withdraw
                    </RowAction>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {members.length === 0 && invitations.length === 0 && <p className="text-muted">Nobody yet.</p>}
      {isManaged && <InviteForm />}
    </section>
  )
}

/** 'Buyer, up to $500.00 a day'. */
export function useDescribePlace() {
  const formatMoney = useMoney()
  return ({ role, amount }: { role: CompanyRole; amount: number | null }): string => {
    const word = `${role.charAt(0).toUpperCase()}${role.slice(1)}`
    return amount === null ? word : `${word}, up to ${formatMoney(amount)} a day`
  }
}

function InviteForm() {
  const fetcher = useFetcher<Outcome>()
  return <KeyedInviteForm key={useSavedKey(fetcher)} fetcher={fetcher} />
}

function KeyedInviteForm({ fetcher }: { fetcher: FetcherWithComponents<Outcome> }) {
  const { failure, errors = {} } = fetcher.data ?? {}
  return (
    <details className="rounded-box border border-base-300 bg-base-100">
      <summary className="cursor-pointer p-4 font-semibold">Invite somebody</summary>
      <fetcher.Form method="post" noValidate className="grid max-w-2xl gap-4 p-4 pt-0">
        <input type="hidden" name="intent" value="invite" />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="off"
          required
          error={errors.email}
          hint="They join with the account of that email, within 14 days."
        />
        <PlaceFields errors={errors} />
        <FormError>{failure}</FormError>
        <div>
          <SubmitButton busy={fetcher.state !== 'idle'}>Send the invitation</SubmitButton>
        </div>
      </fetcher.Form>
    </details>
  )
}

function ChangeMember({ member }: { member: Member }) {
  const fetcher = useFetcher<Outcome>()
  return <OpenableChange key={useSavedKey(fetcher)} member={member} fetcher={fetcher} />
}

interface OpenableChangeProps {
  member: Member
  fetcher: FetcherWithComponents<Outcome>
}

function OpenableChange({ member, fetcher }: OpenableChangeProps) {
  const [isOpen, setOpen] = useState(false)
  const { failure, errors = {}, latest } = fetcher.data ?? {}

  function open() {
    fetcher.reset()
    setOpen(true)
  }

  return (
    <>
      <Button className="btn btn-quiet btn-sm" aria-label={`Change ${member.name}`} onClick={open}>
        Change
      </Button>
      {isOpen && (
        <Dialog title={member.name} onClose={() => setOpen(false)}>
          <fetcher.Form method="post" noValidate className="grid gap-4">
            <input type="hidden" name="intent" value="setMember" />
            <input type="hidden" name="accountId" value={member._id} />
            <input type="hidden" name="name" value={member.name} />
            <ShownRecord record={{ role: member.role, amount: member.amount }} latest={latest} />
            <PlaceFields initial={member} errors={errors} />
            <FormError>{failure}</FormError>
            <div className="flex flex-wrap justify-end gap-3">
              <button type="button" className="btn btn-quiet" onClick={() => setOpen(false)}>
                Close
              </button>
              <SubmitButton busy={fetcher.state !== 'idle'}>Save</SubmitButton>
            </div>
          </fetcher.Form>
        </Dialog>
      )}
    </>
  )
}

interface PlaceFieldsProps {
  initial?: Pick<Member, 'role' | 'amount'>
  errors: Readonly<Record<string, string>>
}

function PlaceFields({ initial = { role: 'buyer', amount: null }, errors }: PlaceFieldsProps) {
  const currency = useCurrency()
  const [role, setRole] = useState(initial.role)
  return (
    <>
      <Labelled label="Role" error={errors.role}>
        {fieldProps => (
          <select
            {...fieldProps}
            name="role"
            className="input select w-full"
            value={role}
            onChange={({ target }) => setRole(companyRoles.find(each => each === target.value) ?? 'viewer')}
          >
            {companyRoles.map(each => (
              <option key={each} value={each}>
                {roleWords[each]}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      {role === 'buyer' && (
        <Field
          label={`Amount in ${currency} (optional)`}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={initial.amount ?? ''}
          error={errors.amount}
          hint="When their orders of 24 hours come to more than this, the new one needs a manager’s approval. Leave it empty for no limit."
        />
      )}
    </>
  )
}

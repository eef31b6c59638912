import { Form, Link, redirect, useNavigation } from 'react-router'
import { formatAddress } from '#contract/addresses.ts'
import { clientContext } from '#web/context.ts'
import { readLatest, readShown, ShownRecord } from '#web/fields/shown-record.tsx'
import { useFormKey } from '#web/fields/use-form-key.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { sessionEndedMessage, toErrorMessage } from '#web/session/api-errors.ts'
import { accountContext, keepFormOnExpiry } from '#web/session/middleware.ts'
import { findCurrentAccount } from '#web/session/session.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Field, FormError } from '#web/ui/forms/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ConfirmRowAction } from '#web/widgets/row-actions.tsx'
import type { Route } from './+types/address-book'
import { AddressFields, readAddress, toAddressErrors } from './address-fields.tsx'

export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  const [addresses, { company, role }] = await Promise.all([client.listAddresses({}), client.getMembership({})])
  const keepsSites = role === 'manager'
  const editedId = new URL(request.url).searchParams.get('edit')
  const edited = addresses.find(({ _id, site }) => _id === editedId && (site === '' || keepsSites))
  return { addresses, edited, name: context.get(accountContext).name, company, keepsSites }
}

interface Outcome {
  failure?: string
  errors?: Readonly<Record<string, string>>
  latest?: object
  added?: string
}

export async function clientAction({ request, context }: Route.ClientActionArgs): Promise<Outcome | null> {
  keepFormOnExpiry(context)
  if (!(await findCurrentAccount())) return { failure: sessionEndedMessage }
  const client = context.get(clientContext)
  const form = await request.formData()
  const id = String(form.get('id') ?? '')
  try {
    if (form.get('intent') === 'delete') {
      await client.deleteAddress({ params: { id } })
      toast('success', `${form.get('street')} is deleted`)
      return null
    }
    const read = readAddress(form, 'address')
    if ('errors' in read) return { ...read, latest: readShown(form) }
    if (id === '') {
      const { insertedId } = await client.addAddress({ body: read.address })
      toast('success', `${read.address.site || read.address.street} is saved`)
      return { added: insertedId }
    }
    await client.updateAddress({ params: { id }, body: { ...read.address, shown: readShown(form) } })
  } catch (error) {
    const failure = toErrorMessage(error)
    if (form.get('intent') !== 'delete')
      return { failure, errors: toAddressErrors(error, 'address'), latest: readLatest(form, error) }
    toast('error', failure)
    return null
  }
  toast('success', `${form.get('address.site') || form.get('address.street')} is changed`)
  throw redirect('/dashboard/addresses')
}

export const meta = titleMeta('Address Book')

export default function AddressBook({ loaderData, actionData }: Route.ComponentProps) {
  const { addresses, edited, name, company, keepsSites } = loaderData
  const { errors = {}, failure, added, latest }: Outcome = actionData ?? {}
  const formKey = useFormKey(added)
  const busy = useNavigation().formMethod === 'POST'
  return (
    <section className="grid max-w-3xl gap-6">
      <h1 className="section-title">Address Book</h1>
      {company && addresses.some(({ site }) => site !== '') && (
        <p className="max-w-prose text-muted">
          Addresses with a name are sites of {company.name}: everybody there can ship to them, and managers change them.
        </p>
      )}
      {addresses.length === 0 ? (
        <p className="text-muted">No addresses yet. The cart offers the ones that you save here.</p>
      ) : (
        <table className="w-full">
          <caption className="sr-only">Your addresses</caption>
          <tbody className="grid gap-4 sm:grid-cols-2">
            {addresses.map(address => (
              <tr
                key={address._id}
                className="grid content-between gap-3 rounded-box border border-base-300 bg-base-100 p-4"
              >
                <td className="whitespace-pre-line wrap-anywhere">
                  {address.site && <strong className="block font-semibold">{address.site}</strong>}
                  {[formatAddress(address), address.phone].filter(text => text !== '').join('\n')}
                </td>
                {(address.site === '' || keepsSites) && (
                  <td className="flex gap-3">
                    <Link
                      to={`?edit=${address._id}`}
                      className="btn btn-quiet btn-sm"
                      aria-label={`Edit ${address.site || address.street}`}
                    >
                      Edit
                    </Link>
                    <ConfirmRowAction
                      question="Delete this address?"
                      detail={formatAddress(address)}
                      fields={{ intent: 'delete', id: address._id, street: address.site || address.street }}
                      label={`Delete ${address.site || address.street}`}
                      className="btn-delete"
                    >
                      Delete
                    </ConfirmRowAction>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <details
        key={edited?._id ?? formKey}
        open={edited !== undefined || addresses.length === 0}
        className="rounded-box border border-base-300 bg-base-100"
      >
        <summary className="cursor-pointer p-4 font-semibold">{edited ? 'Edit the address' : 'Add an address'}</summary>
        <Form method="post" noValidate className="grid gap-4 p-4 pt-0">
          {edited && <input type="hidden" name="id" value={edited._id} />}
          {edited && <ShownRecord record={edited} latest={latest} />}
          {keepsSites && edited?.site !== '' && (
            <Field
              label={edited ? 'Site' : 'Site (optional)'}
              name="address.site"
              autoComplete="off"
              defaultValue={edited?.site}
              error={errors['address.site']}
              hint={
                edited
                  ? undefined
                  : `Give it a name, such as “North yard”, to let everybody at ${company?.name} ship to it.`
              }
            />
          )}
          <AddressFields
            prefix="address"
            initial={edited ?? { name: keepsSites ? '' : name }}
            errors={errors}
            isFocused={edited !== undefined}
          />
          <FormError>{failure}</FormError>
          <div className="flex flex-wrap gap-3">
            <SubmitButton busy={busy}>Save the address</SubmitButton>
            {edited && (
              <Link to="/dashboard/addresses" className="btn btn-quiet">
                Leave it as it was
              </Link>
            )}
          </div>
        </Form>
      </details>
    </section>
  )
}

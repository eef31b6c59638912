import { Form, Link, redirect, useNavigation } from 'react-router'
import type { Client, InputOf } from '#contract/client.ts'
import { clientContext } from '#web/context.ts'
import { findInvalidFields } from '#web/fields/required-fields.ts'
import { readLatest, readShown, ShownRecord, useSavedKey } from '#web/fields/shown-record.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { isAdmin } from '#web/session/api-client.ts'
import { assertDone, sessionEndedMessage, toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { accountContext, keepFormOnExpiry } from '#web/session/middleware.ts'
import { findCurrentAccount, forgetSession } from '#web/session/session.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { createId } from '#web/ui/create-id.ts'
import { Field, FormError } from '#web/ui/forms/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RowAction } from '#web/widgets/row-actions.tsx'
import type { Route } from './+types/profile'
import { CloseAccount } from './close-account.tsx'
import { closeAccount, downloadPersonalData } from './personal-data.ts'

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  const account = context.get(accountContext)
  const { email } = account
  const client = context.get(clientContext)
  const [profile, admin] = await Promise.all([client.findProfile({ query: { email } }), isAdmin(email)])
  const ownOrders = admin ? await client.listOrders({ query: { email, limit: 1 } }) : []
  return { account, profile, hasOwnOrders: ownOrders.length > 0 }
}

const required = {
  education: 'Education qualification is required',
  city: 'City name is required',
  phone: 'Phone number is required',
  linkedIn: 'LinkedIn profile link is required',
}

export async function clientAction({ request, context }: Route.ClientActionArgs) {
  keepFormOnExpiry(context)
  const account = await findCurrentAccount()
  if (!account) return { failure: sessionEndedMessage }
  const form = await request.formData()
  const client = context.get(clientContext)
  if (form.get('intent') === 'download') return downloadPersonalData(client, account.email)
  if (form.get('intent') === 'closeAccount') {
    if (!(await closeAccount(client, form))) return null
    await forgetSession()
    throw redirect('/')
  }
  const errors = findInvalidFields(form, required)
  if (errors) return { errors, latest: readShown(form) }
  const readField = (name: keyof typeof required) => String(form.get(name))
  const body = {
    name: account.name,
    email: account.email,
    education: readField('education'),
    city: readField('city'),
    phone: readField('phone'),
    linkedIn: readField('linkedIn'),
  }
  try {
    assertDone(await saveProfile(client, body, form), 'Nothing was saved. Please try again.')
  } catch (error) {
    return { errors: toFieldErrors(error), failure: toErrorMessage(error), latest: readLatest(form, error) }
  }
  const done = form.get('saved') === 'yes' ? 'update successfully' : 'saved on database successfully'
  toast('success', `Your information is ${done}`)
  return { saved: createId() }
}

interface Outcome {
  errors?: Record<string, string>
  failure?: string
  latest?: object
  saved?: string
}

async function saveProfile(client: Client, body: InputOf<'createProfile'>['body'], form: FormData): Promise<boolean> {
  if (form.get('saved') !== 'yes') return Boolean((await client.createProfile({ body })).insertedId)
  return (await client.updateProfile({ params: { email: body.email }, body: { ...body, shown: readShown(form) } }))
    .acknowledged
}

export const meta = titleMeta('My Profile')

export default function MyProfile({ loaderData, actionData }: Route.ComponentProps) {
  const { account, profile, hasOwnOrders } = loaderData
  const busy = useNavigation().formMethod === 'POST'
  const outcome: Outcome = actionData ?? {}
  const { errors = {} } = outcome
  const formKey = useSavedKey({ state: useNavigation().state, data: outcome })
  return (
    <section className="grid max-w-xl gap-6">
      <h1 className="section-title">My Profile</h1>
      <Form
        key={formKey}
        method="post"
        noValidate
        className="grid gap-4 rounded-box border border-base-300 bg-base-100 p-6 sm:grid-cols-2"
      >
        <input type="hidden" name="saved" value={profile ? 'yes' : 'no'} />
        {profile && <ShownRecord record={profile} latest={outcome.latest} />}
        <Field label="Name" readOnly value={account.name} />
        <Field label="Email" readOnly value={account.email} hint={account.emailVerified ? undefined : <Unverified />} />
        <Field label="Education" name="education" defaultValue={profile?.education} error={errors.education} />
        <Field
          label="City"
          name="city"
          autoComplete="address-level2"
          defaultValue={profile?.city}
          error={errors.city}
        />
        <Field
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="tel"
          defaultValue={profile?.phone}
          error={errors.phone}
        />
        <Field
          label="LinkedIn"
          name="linkedIn"
          type="url"
          autoComplete="url"
          defaultValue={profile?.linkedIn}
          error={errors.linkedIn}
        />
        <div className="grid gap-4 sm:col-span-2">
          <p className="text-muted">All fields are needed.</p>
          <FormError>{outcome.failure}</FormError>
          <SubmitButton busy={busy}>{profile ? 'UPDATE' : 'SAVE'}</SubmitButton>
        </div>
      </Form>
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        {hasOwnOrders && (
          <Link to="/dashboard/ownOrders" className="link">
            My own orders
          </Link>
        )}
        <Link to="/dashboard/sessions" className="link">
          Where you are signed in
        </Link>
        <Link to="/dashboard/twoFactor" className="link">
          Second factor
        </Link>
      </p>
      <h2 className="text-2xl">My Data</h2>
      <div className="flex flex-wrap gap-3">
        <RowAction fields={{ intent: 'download' }} label="Download my data" className="btn-quiet">
          Download my data
        </RowAction>
        <CloseAccount email={account.email} label="Close my account">
          Close my account
        </CloseAccount>
      </div>
    </section>
  )
}

const Unverified = () => (
  <>
    Not verified yet: open the link that we mailed you, or{' '}
    <Link to="/verify-email" className="link">
      get a new one
    </Link>
    .
  </>
)

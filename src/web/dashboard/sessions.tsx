import { redirect } from 'react-router'
import type { Session } from '#web/identity/identity-client.ts'
import { toSignInMessage } from '#web/identity/identity-error.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { loadIdentityClient, signOut } from '#web/session/session.ts'
import { formatTime } from '#web/ui/text/format-time.ts'
import { toast } from '#web/ui/toast.tsx'
import { CardTable } from '#web/widgets/card-table.tsx'
import { ConfirmRowAction, RowAction } from '#web/widgets/row-actions.tsx'
import type { Route } from './+types/sessions'
import { describeDevice } from './describe-device.ts'

export async function clientLoader() {
  const sessions = await (await loadIdentityClient()).listSessions()
  return { sessions }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const identity = await loadIdentityClient()
  try {
    if (form.get('intent') !== 'everywhere') {
      await identity.endSession(String(form.get('id')))
      return null
    }
    await identity.endOtherSessions()
    await signOut()
  } catch (error) {
    toast('error', toSignInMessage(error))
    return null
  }
  throw redirect('/login')
}

export const meta = titleMeta('Sessions')

export default function Sessions({ loaderData: { sessions } }: Route.ComponentProps) {
  return (
    <section className="grid gap-6">
      <h1 className="section-title">Sessions</h1>
      <p>The browsers and programs that are signed in to your account.</p>
      <CardTable
        rows={sessions.map(session => ({ ...session, _id: session.id }))}
        columns={[
          { name: 'Device', cell: session => describeDevice(session.userAgent), className: 'font-semibold' },
          { name: 'Signed in', cell: session => formatTime(session.startedAt) },
          { name: 'Last renewed', cell: session => formatTime(session.renewedAt) },
          { name: 'Sign out', cell: session => <EndSession session={session} /> },
        ]}
      />
      <div>
        <ConfirmRowAction
          question="Are you sure to sign out everywhere, here too?"
          fields={{ intent: 'everywhere' }}
          label="Sign out everywhere"
          className="btn-outline btn-error"
        >
          Sign out everywhere
        </ConfirmRowAction>
      </div>
    </section>
  )
}

function EndSession({ session: { id, userAgent, isCurrent } }: { session: Session }) {
  if (isCurrent) return 'This browser'
  return (
    <RowAction fields={{ id }} label={`Sign out ${describeDevice(userAgent)}`} className="btn-quiet">
      Sign out
    </RowAction>
  )
}

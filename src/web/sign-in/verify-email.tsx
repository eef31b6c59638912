import { useState } from 'react'
import { Form, Link, redirect, useNavigation, useSearchParams } from 'react-router'
import { toSignInMessage } from '#web/identity/identity-error.ts'
import { sendVerification } from '#web/identity/send-verification.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { loadIdentityClient, storeNewAccessToken, useAccount } from '#web/session/session.ts'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/forms/field.tsx'
import type { Route } from './+types/verify-email'
import { SignInCard } from './forms/sign-in-card.tsx'

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const token = String(form.get('token'))
  try {
    if (form.get('intent') === 'claim') return await openPasswordForm(token)
    return { state: (await confirmEmail(token)) ? 'verified' : 'elsewhere' } as const
  } catch (error) {
    return { failure: toSignInMessage(error) }
  }
}

async function confirmEmail(token: string): Promise<boolean> {
  const identity = await loadIdentityClient()
  const isVerified = await identity.confirmEmail(token)
  const email = isVerified ? await identity.findEmail() : undefined
  // A verified account's token has more rights.
  if (email) await storeNewAccessToken(email)
  return isVerified
}

/** Setting a password there claims the account. */
async function openPasswordForm(token: string) {
  const passwordToken = await (await loadIdentityClient()).requestPasswordToken(token)
  return passwordToken === undefined
    ? ({ state: 'verified' } as const)
    : redirect(`/reset-password?${new URLSearchParams({ token: passwordToken })}`)
}

export const meta = titleMeta('Verify your email')

/** A button verifies, since mail scanners open links. */
export default function VerifyEmail({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const busy = useNavigation().state !== 'idle'
  const token = search.get('token')
  const { state, failure }: { state?: 'verified' | 'elsewhere'; failure?: string } = actionData ?? {}
  if (state === 'verified') return <VerifiedCard />
  if (!token || failure) return <NewLinkCard failure={failure} />
  if (state === 'elsewhere') return <ElsewhereCard token={token} busy={busy} />
  return (
    <SignInCard title="Verify your email">
      <Form method="post" className="grid gap-4">
        <p>This confirms that the address is yours.</p>
        <input type="hidden" name="token" value={token} />
        <SubmitButton busy={busy}>Verify email</SubmitButton>
      </Form>
    </SignInCard>
  )
}

/** The owner of the mailbox may not be the person who signed up. */
function ElsewhereCard({ token, busy }: { token: string; busy: boolean }) {
  const back = `/verify-email?${new URLSearchParams({ token })}`
  return (
    <SignInCard title="Verify your email">
      <p role="status">
        You are not logged in to this account here. Log in with its password, and everything in it stays.
      </p>
      <Link to={`/login?${new URLSearchParams({ from: back })}`} className="btn btn-primary">
        Log in
      </Link>
      <p>
        You chose no password? Then somebody else signed up with your email. A new password logs them out and empties
        the account.
      </p>
      <Form method="post" className="grid">
        <input type="hidden" name="intent" value="claim" />
        <input type="hidden" name="token" value={token} />
        <SubmitButton busy={busy} className="btn btn-quiet">
          Set a new password
        </SubmitButton>
      </Form>
    </SignInCard>
  )
}

function VerifiedCard() {
  return (
    <SignInCard title="Your email is verified">
      <p role="status">Thank you. Everything in the shop is open to you now.</p>
      <Link to="/" className="btn btn-primary">
        Back to home page
      </Link>
      <p>
        Ordering for a company? Apply, or join the one that has invited you, in{' '}
        <Link to="/dashboard/company" className="link">
          My Company
        </Link>
        .
      </p>
    </SignInCard>
  )
}

function NewLinkCard({ failure }: { failure: string | undefined }) {
  const account = useAccount()
  const [message, setMessage] = useState(failure)

  async function send(email: string) {
    setMessage(undefined)
    setMessage(await sendVerification(email))
  }

  return (
    <SignInCard title="Verify your email">
      <FormError>{message}</FormError>
      <p>A link is good for an hour.</p>
      {account ? (
        <Button className="btn btn-primary" onClick={() => send(account.email)}>
          Send a new link
        </Button>
      ) : (
        <Link to={`/login?${new URLSearchParams({ from: '/verify-email' })}`} className="btn btn-primary">
          Log in for a new link
        </Link>
      )}
    </SignInCard>
  )
}

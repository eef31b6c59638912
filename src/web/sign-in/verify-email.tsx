import { useState } from 'react'
import { Form, Link, redirect, useNavigation, useSearchParams } from 'react-router'
import { titleMeta } from '#web/seo/meta.ts'
import { loadIdentityClient, storeNewAccessToken, useAccount } from '#web/session/session.ts'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/forms/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/verify-email'
import { SignInCard, toSignInMessage } from './sign-in-card.tsx'

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const passwordToken = await confirmEmail(String(form.get('token'))).catch((error: unknown) => ({ error }))
  if (typeof passwordToken === 'object') return { failure: toSignInMessage(passwordToken.error) }
  if (passwordToken === undefined) return { verified: true }
  throw redirect(`/reset-password?${new URLSearchParams({ token: passwordToken, for: 'verification' })}`)
}

/** Resolves to a token for a new password if the email was not verified, because another browser signed up. */
async function confirmEmail(token: string): Promise<string | undefined> {
  const identity = await loadIdentityClient()
  const passwordToken = await identity.confirmEmail(token)
  const email = passwordToken === undefined ? await identity.findEmail() : undefined
  // The new token comes with the rights of a verified account.
  if (email) await storeNewAccessToken(email)
  return passwordToken
}

export const meta = titleMeta('Verify your email')

/** A button, since mail scanners open links. */
export default function VerifyEmail({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const busy = useNavigation().state !== 'idle'
  const token = search.get('token')
  if (actionData?.verified) return <VerifiedCard />
  if (!token || actionData?.failure) return <NewLinkCard failure={actionData?.failure} />
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

function VerifiedCard() {
  return (
    <SignInCard title="Your email is verified">
      <p role="status">Thank you. Everything in the shop is open to you now.</p>
      <Link to="/" className="btn btn-primary">
        Back to home page
      </Link>
    </SignInCard>
  )
}

function NewLinkCard({ failure }: { failure: string | undefined }) {
  const account = useAccount()
  const [message, setMessage] = useState(failure)

  async function send(email: string) {
    setMessage(undefined)
    try {
      const identity = await loadIdentityClient()
      await identity.sendVerification(email)
      toast('success', 'Sent Email Verification')
    } catch (failure) {
      setMessage(toSignInMessage(failure))
    }
  }

  return (
    <SignInCard title="Verify your email">
      <FormError>{message}</FormError>
      <p>A link works once, and for a limited time. You can order without it.</p>
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

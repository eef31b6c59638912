import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { titleMeta } from '#web/seo/meta.ts'
import { loadIdentityClient, useAccount } from '#web/session/session.ts'
import { FormError } from '#web/ui/forms/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { SignInCard, toSignInMessage } from './sign-in-card.tsx'

export const meta = titleMeta('Email verification')

export default function Verified() {
  const hasFailed = useSearchParams()[0].has('error')
  return hasFailed ? <FailedCard /> : <VerifiedCard />
}

function VerifiedCard() {
  return (
    <SignInCard title="Your email is verified">
      <p>Thank you. Everything in the shop is open to you now.</p>
      <Link to="/" className="btn btn-primary">
        Back to home page
      </Link>
    </SignInCard>
  )
}

function FailedCard() {
  const account = useAccount()
  const [error, setError] = useState<string>()

  async function sendAgain(email: string) {
    try {
      const identity = await loadIdentityClient()
      await identity.sendVerification(email)
      toast('success', 'Sent Email Verification')
    } catch (failure) {
      setError(toSignInMessage(failure))
    }
  }

  return (
    <SignInCard title="That link is no longer good">
      <p>It was used before, or it is too old. You can order without it.</p>
      {account ? (
        <button type="button" className="btn btn-primary" onClick={() => sendAgain(account.email)}>
          Send a new link
        </button>
      ) : (
        <Link to={`/login?${new URLSearchParams({ from: '/verified?error=again' })}`} className="btn btn-primary">
          Log in for a new link
        </Link>
      )}
      <FormError>{error}</FormError>
    </SignInCard>
  )
}

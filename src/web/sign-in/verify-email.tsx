import { Form, Link, redirect, useNavigation, useSearchParams } from 'react-router'
import { titleMeta } from '#web/seo/meta.ts'
import { loadIdentityClient, storeNewAccessToken } from '#web/session/session.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/forms/field.tsx'
import type { Route } from './+types/verify-email'
import { SignInCard, toSignInMessage } from './sign-in-card.tsx'

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const passwordToken = await confirmEmail(String(form.get('token'))).catch((error: unknown) => ({ error }))
  if (typeof passwordToken === 'object') return { failure: toSignInMessage(passwordToken.error) }
  if (passwordToken === undefined) throw redirect('/verified')
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
  return (
    <SignInCard title="Verify your email">
      <Form method="post" className="grid gap-4">
        <p>This confirms that the address is yours.</p>
        <input type="hidden" name="token" value={search.get('token') ?? ''} />
        <FormError>{actionData?.failure}</FormError>
        <SubmitButton busy={busy}>Verify email</SubmitButton>
      </Form>
      {actionData?.failure && (
        <Link className="link" to="/verified?error=link">
          Get a new link
        </Link>
      )}
    </SignInCard>
  )
}

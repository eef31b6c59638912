import { normalizeEmail } from '#contract/text.ts'
import { loadIdentityClient } from '#web/session/session.ts'
import { toast } from '#web/ui/toast.tsx'
import { findEmailError } from './email-error.ts'
import { toSignInMessage } from './sign-in-card.tsx'

/** Resolves to the reason when nothing was sent. */
export async function sendPasswordReset(typedEmail: string): Promise<string> {
  if (typedEmail.trim() === '') return 'Please enter your email first'
  const email = normalizeEmail(typedEmail)
  const error = findEmailError(email)
  if (error) return error
  try {
    const identity = await loadIdentityClient()
    await identity.sendPasswordReset(email)
    toast('success', 'Sent password reset email')
    return ''
  } catch (failure) {
    return toSignInMessage(failure)
  }
}

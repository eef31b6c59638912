import { normalizeEmail } from '#contract/text.ts'
import { toSignInMessage } from '#web/identity/identity-error.ts'
import { loadIdentityClient } from '#web/session/session.ts'
import { toast } from '#web/ui/toast.tsx'
import { findEmailError } from './sign-in-card.tsx'

export type SentPasswordReset = { sentTo: string } | { failure: string; isEmailWrong: boolean }

export async function sendPasswordReset(typedEmail: string): Promise<SentPasswordReset> {
  const email = normalizeEmail(typedEmail)
  if (email === '') return { failure: 'Please enter your email first', isEmailWrong: true }
  const error = findEmailError(email)
  if (error) return { failure: error, isEmailWrong: true }
  try {
    const identity = await loadIdentityClient()
    await identity.sendPasswordReset(email)
    toast('success', 'Sent password reset email')
    return { sentTo: email }
  } catch (failure) {
    return { failure: toSignInMessage(failure), isEmailWrong: false }
  }
}

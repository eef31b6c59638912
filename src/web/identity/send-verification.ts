import { loadIdentityClient } from '#web/session/session.ts'
import { toast } from '#web/ui/toast.tsx'
import { toSignInMessage } from './identity-error.ts'

export async function sendVerification(email: string): Promise<string | undefined> {
  try {
    await (await loadIdentityClient()).sendVerification(email)
    toast('success', 'Sent Email Verification')
    return undefined
  } catch (error) {
    return toSignInMessage(error)
  }
}

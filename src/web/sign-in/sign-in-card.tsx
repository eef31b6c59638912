import type { ReactNode } from 'react'
import { Refusal } from '#contract/refusals.ts'
import { IdentityError } from '#web/session/identity-error.ts'
import { loadIdentityClient } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'

export function SignInCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="page-width grid justify-items-center py-10 sm:py-16">
      <div className="grid w-full max-w-md gap-5 rounded-box border border-base-300 bg-base-100 p-6 sm:p-8">
        <h1 className="section-title">{title}</h1>
        {children}
      </div>
    </section>
  )
}

interface GoogleButtonProps {
  from: string
  /** Called with an empty message when it begins, and with the reason when it fails. */
  onMessage: (message: string) => void
}

export function GoogleButton({ from, onMessage }: GoogleButtonProps) {
  async function signIn() {
    onMessage('')
    try {
      const identity = await loadIdentityClient()
      await identity.signInWithGoogle(from)
    } catch (failure) {
      onMessage(toSignInMessage(failure))
    }
  }
  return (
    <>
      <div className="flex items-center gap-3 text-muted before:h-px before:grow before:bg-base-300 after:h-px after:grow after:bg-base-300">
        or
      </div>
      <Button className="btn btn-quiet" onClick={signIn}>
        Continue with Google
      </Button>
    </>
  )
}

export function toSignInMessage(failure: unknown): string {
  if (failure instanceof IdentityError || failure instanceof Refusal) return failure.message
  return 'The sign-in service does not answer. Please try again.'
}

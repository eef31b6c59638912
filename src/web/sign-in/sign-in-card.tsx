import { type ReactNode, useState } from 'react'
import { IdentityError } from '#web/account/identity-error.ts'

/** The narrow card that the sign-in pages share. */
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

/** Leaves for Google's sign-in, which comes back to `from`. */
export function GoogleButton({ from }: { from: string }) {
  const [error, setError] = useState<string>()
  async function go() {
    const { identity } = await import('#web/account/identity.ts')
    await identity.signInWithGoogle(from).catch((failure: unknown) => setError(messageOf(failure)))
  }
  return (
    <>
      <div className="flex items-center gap-3 text-muted before:h-px before:grow before:bg-base-300 after:h-px after:grow after:bg-base-300">
        or
      </div>
      <button type="button" className="btn btn-quiet" onClick={go}>
        Continue with Google
      </button>
      <p role="alert" className="text-error empty:hidden">
        {error}
      </p>
    </>
  )
}

/** The provider's own message, or a plain sentence when it could not be reached. */
export function messageOf(failure: unknown): string {
  if (failure instanceof IdentityError) return failure.message
  return 'The sign-in service does not answer. Please try again.'
}

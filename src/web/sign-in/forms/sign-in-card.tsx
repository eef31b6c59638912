import type { ReactNode } from 'react'
import { isEmail } from '#contract/text.ts'
import { toSignInMessage } from '#web/identity/identity-error.ts'
import { loadIdentityClient } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { usePageSettings } from '#web/ui/page-settings.ts'

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

interface ProviderButtonsProps {
  from: string
  onLeave?: () => Promise<void>
  /** Called with '' at the start, and with the reason after a failure. */
  onMessage: (message: string) => void
}

export function ProviderButtons({ from, onLeave, onMessage }: ProviderButtonsProps) {
  const { oidcName } = usePageSettings()
  async function signInWith(provider: 'google' | 'oidc') {
    onMessage('')
    try {
      const identity = await loadIdentityClient()
      await onLeave?.()
      await identity.signInWith(provider, from)
    } catch (failure) {
      onMessage(toSignInMessage(failure))
    }
  }
  return (
    <>
      <div className="flex items-center gap-3 text-muted before:h-px before:grow before:bg-base-300 after:h-px after:grow after:bg-base-300">
        or
      </div>
      <Button className="btn btn-quiet" onClick={() => signInWith('google')}>
        <GoogleMark />
        Continue with Google
      </Button>
      {oidcName && (
        <Button className="btn btn-quiet" onClick={() => signInWith('oidc')}>
          Continue with {oidcName}
        </Button>
      )}
    </>
  )
}

/** https://developers.google.com/identity/branding-guidelines */
function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" className="size-5" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M23 12.3c0-.8-.1-1.6-.2-2.300H12v4.400h6.200a5.300 5.300 0 01-2.300 3.500v2.900h3.700c2.200-2 3.400-5 3.400-8.500z"
      />
      <path
        fill="#34a853"
        d="M12 23.500c3.100 0 5.700-1 7.600-2.800l-3.700-2.900a7 7 0 01-10.400-3.700H1.700v3A11.500 11.500 0 0012 23.500z"
      />
      <path fill="#fbbc05" d="M5.500 14.100a6.900 6.900 0 010-4.400v-3H1.700a11.500 11.500 0 000 10.300z" />
      <path
        fill="#ea4335"
        d="M12 5.100c1.700 0 3.200.6 4.400 1.700l3.300-3.300A11.500 11.500 0 001.700 6.700l3.800 3A6.900 6.900 0 0112 5.100z"
      />
    </svg>
  )
}

export function findEmailError(email: string): string | undefined {
  if (email === '') return 'Email is required'
  return isEmail(email) ? undefined : 'Provide a valid email'
}

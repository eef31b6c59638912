import { useEffect, useState } from 'react'
import { renewToken, useAccount } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/forms/field.tsx'
import { usePageSettings } from '#web/ui/page-settings.ts'
import { sendVerification } from './send-verification.ts'

interface VerifyNoticeProps {
  before: 'order' | 'write a review' | 'apply or join a company'
  /** Whether the email has to be verified also in a shop that asks for it nowhere else. */
  isAlwaysNeeded?: boolean
}

/** Renews the token on focus: the verification link may be opened on another device. */
export function VerifyNotice({ before, isAlwaysNeeded = false }: VerifyNoticeProps) {
  const account = useAccount()
  const { requiresVerifiedEmail } = usePageSettings()
  const isNeeded = (requiresVerifiedEmail || isAlwaysNeeded) && account?.emailVerified === false
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    if (!isNeeded) return
    const renew = () => void renewToken()
    window.addEventListener('focus', renew)
    return () => window.removeEventListener('focus', renew)
  }, [isNeeded])
  if (!isNeeded) return null

  async function send(email: string) {
    setFailure(undefined)
    setFailure(await sendVerification(email))
  }

  return (
    <div className="grid justify-items-start gap-3 border-l-4 border-primary bg-base-200 px-4 py-3">
      <p>
        <strong>Verify your email before you {before}.</strong> Open the link that we mailed to{' '}
        <span className="wrap-anywhere">{account.email}</span>.{!isAlwaysNeeded && ' What you type here stays.'}
      </p>
      <Button className="btn btn-quiet" onClick={() => send(account.email)}>
        Send the link again
      </Button>
      <FormError>{failure}</FormError>
    </div>
  )
}

import encodeQr from 'qr'
import { Form, useNavigation } from 'react-router'
import type { NewSecondFactor } from '#web/identity/identity-client.ts'
import { CodeField } from '#web/sign-in/forms/code-field.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/forms/field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface EnterCodeProps {
  newFactor?: NewSecondFactor
  failure: string | undefined
}

export function EnterCode({ newFactor, failure }: EnterCodeProps) {
  const busy = useNavigation().state !== 'idle'
  return (
    <>
      {newFactor ? <NewFactor {...newFactor} /> : <p>You logged in without a code. Please enter one.</p>}
      <Form method="post" className="grid gap-4 rounded-box border border-base-300 bg-base-100 p-6">
        {newFactor && <input type="hidden" name="newFactor" value={JSON.stringify(newFactor)} />}
        <CodeField {...(newFactor && { hint: 'Six digits.' })} />
        <FormError>{failure}</FormError>
        <SubmitButton busy={busy}>{newFactor ? 'Turn on' : 'Continue'}</SubmitButton>
      </Form>
    </>
  )
}

function NewFactor({ uri, recoveryCodes }: NewSecondFactor) {
  const key = new URL(uri).searchParams.get('secret') ?? ''
  return (
    <>
      <p>Scan this with your authenticator app, then enter the code that it shows.</p>
      <QrCode text={uri} label="QR code for your authenticator app" />
      <p>
        Or type this key into the app: <code className="font-mono break-all">{key.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <RecoveryCodes codes={recoveryCodes} />
    </>
  )
}

/** Scanners expect dark on light, in any theme. */
function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQr(text, 'raw', { border: 2 })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-box bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}

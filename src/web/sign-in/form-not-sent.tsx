import { titleMeta } from '#web/seo/meta.ts'
import { SignInCard } from './forms/sign-in-card.tsx'

export const meta = titleMeta('This form needs JavaScript')

export default function FormNotSent() {
  return (
    <SignInCard title="This form needs JavaScript">
      <p>Nothing was sent. Turn JavaScript on for this site, go back, and send the form again.</p>
      <p>If it is on, the page’s scripts had not arrived yet: going back is enough.</p>
    </SignInCard>
  )
}

import { Link, useSearchParams } from 'react-router'
import { titled } from '#web/titled.ts'
import { SignInCard } from './sign-in-card.tsx'

export const meta = titled('Email verification')

export default function Verified() {
  const failed = useSearchParams()[0].has('error')
  return (
    <SignInCard title={failed ? 'That link is no longer good' : 'Your email is verified'}>
      <p>
        {failed
          ? 'It was used before, or it is too old. You can order without it; sign in and ask for a new one.'
          : 'Thank you. Everything in the shop is open to you now.'}
      </p>
      <Link to="/" className="btn btn-primary">
        Back to home page
      </Link>
    </SignInCard>
  )
}

import { Link } from 'react-router'
import type { PageHandle } from '#web/context.ts'
import { publicMeta } from '#web/seo/meta.ts'

export const handle = { sharedBy: [] } satisfies PageHandle

export const meta = publicMeta({
  title: 'Order as a company',
  description:
    'One customer for the whole firm: colleagues look up, order and pay, and managers approve what goes beyond.',
})

const reasons = [
  {
    name: 'Everyone sees the same orders',
    text: 'Whoever belongs to your company sees its orders, deliveries and invoices, and who has ordered.',
  },
  {
    name: 'You say who may do what',
    text: 'Viewers see and pay orders, buyers also place them, and managers also approve, invite and change people.',
  },
  {
    name: 'An amount for each buyer',
    text: 'When a buyer’s orders of 24 hours come to more than their amount, the new one waits for a manager. Its prices stay.',
  },
  {
    name: 'Your name on every invoice',
    text: 'Invoices name the company with its tax id. If you want, no order is placed without a PO number.',
  },
  {
    name: 'Sites that everybody ships to',
    text: 'Managers keep the addresses of yards, workshops and building sites. Nobody types them again.',
  },
  {
    name: 'Orders stay when people leave',
    text: 'What was ordered for the company stays with it. A colleague who leaves sees nothing of it from then on.',
  },
] as const

const steps = [
  'Log in, or create an account and open the link in our mail.',
  'Apply with the name, the address and the tax id of your company.',
  'We look at it and write to you. Until then you order for yourself.',
  'Invite your colleagues by email. They join with one click.',
] as const

export default function Trade() {
  return (
    <section className="page-width mt-10 grid gap-10">
      <div className="grid justify-items-start gap-5">
        <h1 className="section-title">Order as a company</h1>
        <p className="max-w-prose text-lg">
          Several people order for your company? Apply once, and it is one customer here, with its people, an amount for
          each buyer, and invoices in its name. It costs nothing.
        </p>
        <div className="flex flex-wrap gap-3">
          <Link to="/dashboard/company" className="btn btn-primary">
            Apply as a company
          </Link>
        </div>
        <p className="signed-out-only">
          No account yet?{' '}
          <Link to="/signup?from=%2Fdashboard%2Fcompany" className="link">
            Create one first
          </Link>
        </p>
      </div>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {reasons.map(({ name, text }) => (
          <li key={name} className="grid content-start gap-1 rounded-box border border-base-300 bg-base-100 p-4">
            <h2 className="text-xl">{name}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <div className="grid max-w-prose gap-3">
        <h2 className="text-2xl">How it works</h2>
        <ol className="grid list-decimal gap-2 ps-6 marker:font-semibold">
          {steps.map(step => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </section>
  )
}

import { Link } from 'react-router'
import type { Overview } from '#contract/schemas/admin/overview.ts'
import { usePageSettings } from '#web/ui/page-settings.ts'
import { Status } from '#web/ui/status.tsx'
import { formatCount } from '#web/ui/text/format-count.ts'

interface Step {
  title: string
  text: string
  isDone: boolean
  link?: readonly [to: string, name: string]
}

/** Shown until the first order. */
export function FirstSteps({ setup }: { setup: NonNullable<Overview['setup']> }) {
  const { currency, pricesIncludeTax, taxPercent } = usePageSettings()
  const { hasSeller, toolCount, pictureCount, takesCards, takesTransfers } = setup
  const tools = formatCount(toolCount, ['tool', 'tools'])
  const steps: readonly Step[] = [
    {
      title: 'Name and seller',
      text: 'The name of the shop, and the name and address that invoices have.',
      isDone: hasSeller,
      link: ['/dashboard/settings', 'Fill in'],
    },
    {
      title: 'Currency and tax',
      text: `Prices are in ${currency}, ${pricesIncludeTax ? `with a tax of ${taxPercent}% inside` : `and a tax of ${taxPercent}% is added`}. Whoever runs the server can choose another currency until the first order.`,
      isDone: hasSeller,
      link: ['/dashboard/settings', 'Set the tax'],
    },
    {
      title: 'Price list',
      text: toolCount > 0 ? `The shop has ${tools}.` : 'Any supplier’s workbook or CSV file becomes the catalogue.',
      isDone: toolCount > 0,
      link: ['/dashboard/imports', 'Read a price list'],
    },
    {
      title: 'Pictures',
      text: toolCount > 0 ? `${pictureCount} of ${tools} have one.` : 'Many at once: their names begin with the SKU.',
      isDone: toolCount > 0 && pictureCount === toolCount,
      link: ['/dashboard/imports/pictures', 'Add pictures'],
    },
    {
      title: 'Payment',
      text: takesCards
        ? 'Cards are taken by Stripe.'
        : 'Only test cards work until whoever runs the server connects Stripe. With a bank account in the settings, buyers can transfer the sum.',
      isDone: takesCards || takesTransfers,
      link: ['/dashboard/settings', 'Name a bank account'],
    },
  ]
  return (
    <section className="grid gap-3">
      <h2 className="font-display text-2xl">The first steps</h2>
      <ol className="grid gap-px overflow-hidden rounded-box border border-base-300 bg-base-300">
        {steps.map(({ title, text, isDone, link }) => (
          <li
            key={title}
            className="grid items-center gap-x-6 gap-y-2 bg-base-100 p-4 sm:grid-cols-[minmax(0,1fr)_7rem_12rem]"
          >
            <div>
              <h3 className="font-semibold">{title}</h3>
              <p className="text-muted">{text}</p>
            </div>
            {isDone ? <Status kind="success">Done</Status> : <Status kind="waiting">To do</Status>}
            {link && (
              <Link to={link[0]} className={`btn btn-sm justify-self-start ${isDone ? 'btn-quiet' : 'btn-primary'}`}>
                {link[1]}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

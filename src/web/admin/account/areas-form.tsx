import { useState } from 'react'
import { useFetcher } from 'react-router'
import type { AccountDetails } from '#contract/schemas/admin/account-details.ts'
import { type AdminArea, adminAreas } from '#contract/states/admin-areas.ts'
import { hasAllAreas } from '#web/dashboard/areas.ts'
import { CheckField } from '#web/fields/check-field.tsx'
import { SubmitButton } from '#web/ui/button.tsx'

const descriptions: Record<AdminArea, string> = {
  orders: 'Orders: payments, shipping, refunds and returns, and orders for customers',
  catalogue: 'Catalogue: tools, stock, prices, imports and reviews',
  accounts: 'Accounts: users and companies',
  settings: 'Settings: appearance, pages and the record of admin actions',
}

/** Only an admin with all areas may send it. */
export function AreasForm({ details: { areas, role, company } }: { details: AccountDetails }) {
  const fetcher = useFetcher()
  const [chosen, setChosen] = useState<readonly AdminArea[]>(areas)
  const toggle = (area: AdminArea, isChosen: boolean) =>
    setChosen(adminAreas.filter(each => (each === area ? isChosen : chosen.includes(each))))
  return (
    <section className="grid gap-3">
      <h2 className="font-display text-2xl">What they are in charge of</h2>
      <fetcher.Form method="post" className="grid justify-items-start gap-3">
        <input type="hidden" name="intent" value="areas" />
        {areas.map(area => (
          <input key={area} type="hidden" name="shown" value={area} />
        ))}
        {chosen.map(area => (
          <input key={area} type="hidden" name="areas" value={area} />
        ))}
        {adminAreas.map(area => (
          <CheckField key={area} isChecked={chosen.includes(area)} onChange={isChosen => toggle(area, isChosen)}>
            {descriptions[area]}
          </CheckField>
        ))}
        <p className="max-w-prose text-muted">
          {hasAllAreas(chosen)
            ? 'With all four, they also make and change other admins.'
            : chosen.length === 0
              ? 'Without any, they are a customer.'
              : 'They see the pages of these areas only.'}
          {company && chosen.length > 0 && ` They leave ${company.name}: an admin belongs to no company.`}
        </p>
        <SubmitButton busy={fetcher.state !== 'idle'} className="btn btn-quiet">
          {role === 'admin' ? 'Save the areas' : 'Make them an admin of these'}
        </SubmitButton>
      </fetcher.Form>
    </section>
  )
}

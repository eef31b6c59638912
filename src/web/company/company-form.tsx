import { type FetcherWithComponents, useFetcher } from 'react-router'
import { formatAddress } from '#contract/addresses.ts'
import type { Company } from '#contract/schemas/companies.ts'
import { ShownRecord, useSavedKey } from '#web/fields/shown-record.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/forms/field.tsx'
import { CompanyFields } from './company-fields.tsx'
import type { Outcome } from './member-actions.ts'

export function CompanyFacts({ company }: { company: Company }) {
  const { taxId, phone, email } = company
  const facts = [
    ['Address', formatAddress({ ...company, name: '', company: '' })],
    ['Tax id', taxId],
    ['Phone', phone],
    ['Email', email],
  ] as const
  return (
    <dl className="grid gap-3 sm:grid-cols-2">
      {facts.map(
        ([name, text]) =>
          text !== '' && (
            <div key={name}>
              <dt className="font-semibold">{name}</dt>
              <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

interface CompanyFormProps {
  company: Company
  /** Whether an admin changes it, who alone changes name and tax id. */
  isShop?: boolean
}

export function CompanyForm({ company, isShop = false }: CompanyFormProps) {
  const fetcher = useFetcher<Outcome>()
  return <KeyedCompanyForm key={useSavedKey(fetcher)} company={company} isShop={isShop} fetcher={fetcher} />
}

interface KeyedCompanyFormProps extends Required<CompanyFormProps> {
  fetcher: FetcherWithComponents<Outcome>
}

function KeyedCompanyForm({ company, isShop, fetcher }: KeyedCompanyFormProps) {
  const { failure, errors = {}, latest } = fetcher.data ?? {}
  const { name, taxId, street, city, region, postalCode, country, phone, email, poRequired } = company
  const record = { name, taxId, street, city, region, postalCode, country, phone, email, poRequired }
  return (
    <section className="grid gap-3">
      <h2 className="font-display text-2xl">The company</h2>
      <fetcher.Form method="post" noValidate className="grid gap-4 rounded-box border border-base-300 bg-base-100 p-4">
        <input type="hidden" name="intent" value="update" />
        <ShownRecord record={record} latest={latest} />
        <CompanyFields initial={company} errors={errors} isReviewed={!isShop} />
        <label className="flex items-center gap-3 py-1">
          <input type="checkbox" className="checkbox" name="poRequired" defaultChecked={poRequired} />
          Every order needs a purchase order number
        </label>
        <FormError>{failure}</FormError>
        <div>
          <SubmitButton busy={fetcher.state !== 'idle'}>Save the company</SubmitButton>
        </div>
      </fetcher.Form>
    </section>
  )
}

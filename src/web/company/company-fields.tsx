import type { CompanyData } from '#contract/schemas/companies.ts'
import { findInvalidFields } from '#web/fields/required-fields.ts'
import { readShown } from '#web/fields/shown-record.tsx'
import { Field } from '#web/ui/forms/field.tsx'

type Errors = Readonly<Record<string, string>>

const fields = [
  { name: 'name', label: 'Company', token: 'organization', required: true },
  { name: 'taxId', label: 'Tax id (optional)', token: 'off' },
  { name: 'street', label: 'Street', token: 'street-address', required: true, isWide: true },
  { name: 'city', label: 'City', token: 'address-level2', required: true },
  { name: 'region', label: 'State or region (optional)', token: 'address-level1' },
  { name: 'postalCode', label: 'Postal code (optional)', token: 'postal-code' },
  { name: 'country', label: 'Country', token: 'country-name', required: true },
  { name: 'phone', label: 'Phone', token: 'tel', type: 'tel', required: true },
  { name: 'email', label: 'Email of the company', token: 'email', type: 'email', required: true },
] as const satisfies readonly { name: keyof CompanyData; [key: string]: unknown }[]

interface CompanyFieldsProps {
  initial?: Partial<CompanyData>
  errors: Errors
  /** The shop has reviewed name and tax id, and alone changes them. */
  isReviewed?: boolean
}

export function CompanyFields({ initial, errors, isReviewed = false }: CompanyFieldsProps) {
  return (
    <div className="grid gap-x-3 gap-y-4 sm:grid-cols-2">
      {fields.map(({ name, label, token, ...rest }) => (
        <div key={name} className={'isWide' in rest ? 'sm:col-span-2' : ''}>
          <Field
            label={label}
            name={name}
            type={'type' in rest ? rest.type : 'text'}
            required={'required' in rest}
            autoComplete={token}
            defaultValue={initial?.[name]}
            readOnly={isReviewed && (name === 'name' || name === 'taxId')}
            hint={isReviewed && name === 'name' ? 'Ask us to change name or tax id.' : undefined}
            error={errors[name]}
          />
        </div>
      ))}
    </div>
  )
}

/** Returns undefined if nothing is missing. */
export const findMissingFields = (form: FormData) =>
  findInvalidFields(form, {
    name: 'Company is required',
    street: 'Street is required',
    city: 'City is required',
    country: 'Country is required',
    phone: 'Phone is required',
    email: 'Email is required',
  })

export function readCompany(form: FormData): CompanyData {
  const read = (name: keyof CompanyData) => String(form.get(name) ?? '')
  return {
    name: read('name'),
    taxId: read('taxId'),
    street: read('street'),
    city: read('city'),
    region: read('region'),
    postalCode: read('postalCode'),
    country: read('country'),
    phone: read('phone'),
    email: read('email'),
  }
}

export function readCompanyChange(form: FormData) {
  return { ...readCompany(form), poRequired: form.get('poRequired') === 'on', shown: readShown(form) }
}

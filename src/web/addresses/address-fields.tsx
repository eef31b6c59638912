import type { PostalAddress } from '#contract/addresses.ts'
import type { BookAddress } from '#contract/schemas/addresses.ts'
import { findInvalidFields } from '#web/fields/required-fields.ts'
import { toFieldErrors } from '#web/session/api-errors.ts'
import { Field } from '#web/ui/forms/field.tsx'

type Errors = Readonly<Record<string, string>>

interface AddressFieldsProps {
  prefix: string
  purpose?: 'shipping' | 'billing'
  initial?: Partial<PostalAddress> | undefined
  errors: Errors
  isFocused?: boolean
}

const fields = [
  { name: 'name', label: 'Name', token: 'name' },
  { name: 'company', label: 'Company (optional)', token: 'organization' },
  { name: 'street', label: 'Street', token: 'street-address', isWide: true },
  { name: 'city', label: 'City', token: 'address-level2' },
  { name: 'region', label: 'State or region (optional)', token: 'address-level1' },
  { name: 'postalCode', label: 'Postal code (optional)', token: 'postal-code' },
  { name: 'country', label: 'Country', token: 'country-name' },
  { name: 'phone', label: 'Phone (optional)', token: 'tel', type: 'tel' },
  { name: 'taxId', label: 'Tax id (optional)', token: 'off' },
] as const satisfies readonly { name: keyof PostalAddress; [key: string]: unknown }[]

export function AddressFields({ prefix, purpose, initial, errors, isFocused = false }: AddressFieldsProps) {
  return (
    <div className="grid gap-x-3 gap-y-4 sm:grid-cols-2">
      {fields.map(({ name, label, token, ...rest }, index) => (
        <div key={name} className={'isWide' in rest ? 'sm:col-span-2' : ''}>
          <Field
            label={label}
            name={`${prefix}.${name}`}
            type={'type' in rest ? rest.type : 'text'}
            autoComplete={purpose && token !== 'off' ? `${purpose} ${token}` : token}
            defaultValue={initial?.[name]}
            error={errors[`${prefix}.${name}`]}
            autoFocus={isFocused && index === 0}
          />
        </div>
      ))}
    </div>
  )
}

export function readAddress(form: FormData, prefix: string): { address: BookAddress } | { errors: Errors } {
  const errors = findInvalidFields(form, {
    [`${prefix}.name`]: 'Name is required',
    [`${prefix}.street`]: 'Street is required',
    [`${prefix}.city`]: 'City is required',
    [`${prefix}.country`]: 'Country is required',
  })
  if (errors) return { errors: errors as Errors }
  const read = (name: keyof BookAddress) => String(form.get(`${prefix}.${name}`) ?? '').trim()
  return {
    address: {
      site: read('site'),
      name: read('name'),
      company: read('company'),
      street: read('street'),
      city: read('city'),
      region: read('region'),
      postalCode: read('postalCode'),
      country: read('country'),
      phone: read('phone'),
      taxId: read('taxId'),
    },
  }
}

export const toAddressErrors = (error: unknown, prefix: string): Errors =>
  Object.fromEntries(Object.entries(toFieldErrors(error)).map(([name, message]) => [`${prefix}.${name}`, message]))

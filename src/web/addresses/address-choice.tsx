import { useState } from 'react'
import { formatAddress, type PostalAddress } from '#contract/addresses.ts'
import type { SavedAddress } from '#contract/schemas/addresses.ts'
import { AddressFields, readAddress } from './address-fields.tsx'

interface AddressChoiceProps {
  legend: string
  prefix: 'shipTo' | 'billTo'
  addresses: readonly SavedAddress[]
  draft: Readonly<Record<string, string>>
  initial?: Partial<PostalAddress>
  errors: Readonly<Record<string, string>>
  isKeepable?: boolean
}

export function AddressChoice(props: AddressChoiceProps) {
  const { legend, prefix, addresses, draft, initial, errors, isKeepable = true } = props
  const choices = [...addresses.map(({ _id }) => _id), 'new']
  const drafted = draft[prefix]
  const [chosen, setChosen] = useState(drafted && choices.includes(drafted) ? drafted : choices[0])
  const [typed, setTyped] = useState(draft)
  const isKept = typed[`${prefix}.name`] === undefined || typed[`${prefix}.save`] === 'on'

  function choose(choice: string, form: HTMLFormElement | null) {
    if (form && chosen === 'new') setTyped(readTexts(form))
    setChosen(choice)
  }

  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <legend className="mb-2 font-display text-xl">{legend}</legend>
      {addresses.length > 0 ? (
        <div className="grid max-h-80 grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] gap-2 overflow-y-auto p-px">
          {choices.map(choice => {
            const address = addresses.find(({ _id }) => _id === choice)
            return (
              <label
                key={choice}
                className="flex cursor-pointer gap-3 rounded-box border border-base-300 p-3 has-checked:border-primary has-checked:outline has-checked:outline-primary"
              >
                <input
                  type="radio"
                  className="radio-button mt-0.5"
                  name={prefix}
                  value={choice}
                  checked={chosen === choice}
                  onChange={({ target }) => choose(choice, target.form)}
                />
                <span className="min-w-0 wrap-anywhere">
                  {address?.site && <strong className="block font-semibold">{address.site}</strong>}
                  {address ? formatAddress(address).split('\n').join(', ') : 'Another address'}
                </span>
              </label>
            )
          })}
        </div>
      ) : (
        <input type="hidden" name={prefix} value="new" />
      )}
      {chosen === 'new' && (
        <>
          <AddressFields
            prefix={prefix}
            purpose={prefix === 'shipTo' ? 'shipping' : 'billing'}
            initial={{ ...initial, ...pickDraft(typed, prefix) }}
            errors={errors}
          />
          {isKeepable && (
            <label className="flex items-center gap-3 py-1">
              <input type="checkbox" className="checkbox" name={`${prefix}.save`} defaultChecked={isKept} />
              Keep it in my address book
            </label>
          )}
        </>
      )}
    </fieldset>
  )
}

const readTexts = (form: HTMLFormElement) =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))

const pickDraft = (draft: Readonly<Record<string, string>>, prefix: string): Partial<PostalAddress> =>
  Object.fromEntries(
    Object.entries(draft)
      .filter(([name]) => name.startsWith(`${prefix}.`))
      .map(([name, value]) => [name.slice(prefix.length + 1), value]),
  )

const isEqual = (one: PostalAddress, other: PostalAddress) =>
  formatAddress(one) === formatAddress(other) && one.phone === other.phone && one.taxId === other.taxId

export function readAddressChoice(
  form: FormData,
  prefix: AddressChoiceProps['prefix'],
  addresses: readonly SavedAddress[],
): { address: PostalAddress; isKept: boolean } | { errors: Readonly<Record<string, string>> } {
  const saved = addresses.find(({ _id }) => _id === form.get(prefix))
  if (saved) {
    const { _id, site: _, ...address } = saved
    return { address, isKept: false }
  }
  const typed = readAddress(form, prefix)
  if ('errors' in typed) return typed
  const { site: _, ...address } = typed.address
  const isSaved = addresses.some(saved => isEqual(saved, address))
  return { address, isKept: form.get(`${prefix}.save`) === 'on' && !isSaved }
}

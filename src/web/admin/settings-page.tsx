import { type ReactNode, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { getSign } from '#contract/pricing/currencies.ts'
import type { Settings } from '#contract/schemas/admin/settings.ts'
import { clientContext } from '#web/context.ts'
import { createNumberReader } from '#web/fields/read-numbers.ts'
import { readLatest, readShown, ShownRecord, useSavedKey } from '#web/fields/shown-record.tsx'
import { UnsavedGuard } from '#web/fields/unsaved-guard.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { keepFormOnExpiry } from '#web/session/middleware.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { createId } from '#web/ui/create-id.ts'
import { Field, FormError, TextArea } from '#web/ui/forms/field.tsx'
import { usePageSettings } from '#web/ui/page-settings.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/settings-page'

export function clientLoader({ context }: Route.ClientLoaderArgs) {
  return context.get(clientContext).getSettings({})
}

type SettingName = keyof Settings

const numbers: readonly SettingName[] = ['taxPercent', 'orderMinimum', 'returnTransitDays']

interface Outcome {
  errors?: Record<string, string>
  failure?: string
  latest?: object
  isUnchanged?: boolean
  saved?: string
}

/** Sends only changed fields, so that changes of other fields by somebody else stay. */
export async function clientAction({ request, context }: Route.ClientActionArgs): Promise<Outcome> {
  keepFormOnExpiry(context)
  const form = await request.formData()
  const shown: Settings = readShown(form)
  const { errors, readDecimal } = createNumberReader(form)
  const readText = (name: string) =>
    String(form.get(name) ?? '')
      .replaceAll('\r\n', '\n')
      .trim()
  const changed = (Object.keys(shown) as SettingName[])
    .map(name => [name, numbers.includes(name) ? readDecimal(name) : readText(name)] as const)
    .filter(([name, value]) => value !== shown[name])
  if (Object.keys(errors).length > 0) return { errors, failure: '', latest: shown }
  if (changed.length === 0) return { isUnchanged: true }
  try {
    await context.get(clientContext).updateSettings({ body: { ...Object.fromEntries(changed), shown } })
  } catch (error) {
    return { errors: toFieldErrors(error), failure: toErrorMessage(error), latest: readLatest(form, error) }
  }
  toast('success', 'The settings are saved')
  return { saved: createId() }
}

export const meta = titleMeta('Settings')

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const formKey = useSavedKey({ state: useNavigation().state, data: actionData })
  return (
    <section className="grid max-w-3xl gap-6">
      <h1 className="section-title">Settings</h1>
      <SettingsForm key={formKey} {...loaderData} actionData={actionData} />
    </section>
  )
}

type SettingsFormProps = Route.ComponentProps['loaderData'] & { actionData: Route.ComponentProps['actionData'] }

function SettingsForm({ current, defaults, actionData }: SettingsFormProps) {
  const [isDirty, setDirty] = useState(false)
  const { currency, pricesIncludeTax } = usePageSettings()
  const errors: Record<string, string> = actionData?.errors ?? {}
  const busy = useNavigation().formMethod === 'POST'
  const describe = (name: SettingName) => ({
    name,
    defaultValue: current[name],
    error: errors[name],
  })
  const explain = (name: SettingName, hint?: string) => {
    const isChanged = current[name] !== defaults[name]
    const environment = isChanged
      ? `The server’s environment says: ${defaults[name] === '' ? 'nothing' : defaults[name]}.`
      : ''
    return [hint, environment].filter(Boolean).join(' ') || undefined
  }
  return (
    <>
      <Form method="post" noValidate className="grid gap-6" onChange={() => setDirty(true)}>
        <ShownRecord record={current} latest={actionData?.latest} />
        <Group title="Shop">
          <Field label="Shop name" {...describe('storeName')} hint={explain('storeName')} />
          <Field
            label="Time zone"
            {...describe('timeZone')}
            hint={explain('timeZone', 'Such as Europe/Berlin: for the days in documents and figures.')}
            list="time-zones"
            autoComplete="off"
          />
          <datalist id="time-zones">
            {Intl.supportedValuesOf('timeZone').map(name => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <Field
            label={`Order minimum (${getSign(currency).trim()})`}
            {...describe('orderMinimum')}
            hint={explain(
              'orderMinimum',
              `The smallest total of an order${pricesIncludeTax ? '' : ', without tax'}; 0 for none.`,
            )}
            inputMode="decimal"
          />
          <Field
            label="Tax (%)"
            {...describe('taxPercent')}
            hint={explain(
              'taxPercent',
              `${pricesIncludeTax ? 'Included in' : 'Added to'} prices, for tools without a rate of their own; 0 for none.`,
            )}
            inputMode="decimal"
          />
          <Field
            label="Ships"
            {...describe('dispatchTime')}
            hint={explain(
              'dispatchTime',
              'When paid orders leave you, such as “the next working day”. Tools, carts and orders say it.',
            )}
          />
          <Field
            label="Days in transit"
            {...describe('returnTransitDays')}
            hint={explain('returnTransitDays', 'Added to the seven days in which buyers may return what was shipped.')}
            inputMode="numeric"
          />
        </Group>
        <Group title="Contact">
          <TextArea
            label="Address of the shop"
            {...describe('contactAddress')}
            hint={explain('contactAddress')}
            rows={3}
          />
          <div className="grid content-start gap-4">
            <Field label="Phone" {...describe('contactPhone')} hint={explain('contactPhone')} type="tel" />
            <Field label="Email" {...describe('contactEmail')} hint={explain('contactEmail')} type="email" />
          </div>
        </Group>
        <Group title="Seller on invoices">
          <Field label="Name" {...describe('sellerName')} hint={explain('sellerName', 'The shop’s name if empty.')} />
          <Field label="Tax id" {...describe('sellerTaxId')} hint={explain('sellerTaxId')} />
          <TextArea
            label="Address"
            {...describe('sellerAddress')}
            hint={explain('sellerAddress', 'The shop’s contact address if empty.')}
            rows={4}
          />
          <TextArea
            label="Bank account"
            {...describe('sellerBank')}
            hint={explain('sellerBank', 'For transfers: on pro forma invoices, payment pages and in mails.')}
            rows={4}
          />
        </Group>
        <p className="text-muted">
          Pages, mails and new documents follow at once. Invoices that were issued say what they said. Logo and colors
          are under Appearance.
        </p>
        <FormError>{actionData?.failure}</FormError>
        {actionData?.isUnchanged && !busy && <p role="status">Nothing was changed.</p>}
        <div>
          <SubmitButton busy={busy}>Save the settings</SubmitButton>
        </div>
      </Form>
      <UnsavedGuard isDirty={isDirty && !(busy && actionData?.saved)} />
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-4 rounded-box border border-base-300 bg-base-100 p-6 sm:grid-cols-2">
      <legend className="float-left mb-2 font-display text-2xl sm:col-span-2">{title}</legend>
      {children}
    </fieldset>
  )
}

import { Form, Link, useNavigation } from 'react-router'
import type { Category } from '#contract/schemas/catalogue.ts'
import { ShownRecord } from '#web/fields/shown-record.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { Field, FormError, Labelled } from '#web/ui/forms/field.tsx'

interface CategoryFormProps {
  categories: readonly Category[]
  edited: Category | undefined
  outcome: { failure?: string; errors?: Record<string, string>; latest?: object } | null | undefined
}

export function CategoryForm({ categories, edited, outcome }: CategoryFormProps) {
  const errors = outcome?.errors ?? {}
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" noValidate preventScrollReset className="grid gap-4">
      <input type="hidden" name="intent" value="save" />
      {edited && <input type="hidden" name="slug" value={edited.slug} />}
      {edited && <ShownRecord record={edited} latest={outcome?.latest} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" name="name" defaultValue={edited?.name} error={errors.name} />
        <Labelled label="Parent category" error={errors.parent}>
          {fieldProps => (
            <select {...fieldProps} name="parent" defaultValue={edited?.parent ?? ''} className="select w-full">
              <option value="">No other category</option>
              {categories
                .filter(({ slug, parent }) => parent === '' && slug !== edited?.slug)
                .map(({ slug, name }) => (
                  <option key={slug} value={slug}>
                    {name}
                  </option>
                ))}
            </select>
          )}
        </Labelled>
      </div>
      <Field
        label="Filters"
        name="filters"
        defaultValue={edited?.filters.join(', ')}
        error={errors.filters}
        hint="Names of up to five specifications with commas between, such as “Power, Weight”: the shop’s page filters by them."
      />
      <FormError>{outcome?.failure}</FormError>
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={busy}>Save the category</SubmitButton>
        {edited && (
          <Link to="/dashboard/categories" preventScrollReset className="btn btn-quiet">
            Leave it as it was
          </Link>
        )}
      </div>
    </Form>
  )
}

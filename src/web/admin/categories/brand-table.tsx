import { Form } from 'react-router'
import { ShownRecord } from '#web/fields/shown-record.tsx'
import { Labelled } from '#web/ui/forms/field.tsx'
import { CardTable } from '#web/widgets/card-table.tsx'
import { ConfirmRowAction } from '#web/widgets/row-actions.tsx'

interface BrandTableProps {
  brands: readonly { slug: string; name: string }[]
  refused: { slug: string; error: string | undefined; latest: object } | undefined
}

export function BrandTable({ brands, refused }: BrandTableProps) {
  return (
    <CardTable
      rows={brands.map(brand => ({ _id: brand.slug, ...brand }))}
      columns={[
        {
          name: 'Name',
          cell: ({ slug, name }) => (
            <Form method="post" className="flex flex-wrap items-center gap-2">
              <input type="hidden" name="intent" value="rename-brand" />
              <input type="hidden" name="slug" value={slug} />
              <ShownRecord record={{ name }} latest={refused?.slug === slug ? refused.latest : undefined} />
              <Labelled
                label={`Name of ${name}`}
                isLabelHidden
                error={refused?.slug === slug ? refused.error : undefined}
              >
                {fieldProps => (
                  <input {...fieldProps} name="name" defaultValue={name} required className="input input-sm" />
                )}
              </Labelled>
              <button type="submit" className="btn btn-quiet btn-sm" aria-label={`Rename ${name}`}>
                Rename
              </button>
            </Form>
          ),
        },
        {
          name: 'Delete',
          cell: ({ slug, name }) => (
            <ConfirmRowAction
              question={`Delete the brand ${name}?`}
              detail="Its tools stay, without a brand."
              fields={{ intent: 'delete-brand', slug, name }}
              label={`Delete ${name}`}
              className="btn-delete"
            >
              Delete
            </ConfirmRowAction>
          ),
        },
      ]}
    />
  )
}

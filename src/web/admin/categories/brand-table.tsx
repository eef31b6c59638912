import { Form } from 'react-router'
import { CardTable } from '#web/ui/card-table.tsx'
import { ShownRecord } from '#web/ui/forms/shown-record.tsx'
import { ConfirmRowAction } from '#web/ui/row-actions.tsx'

interface BrandTableProps {
  brands: readonly { slug: string; name: string }[]
  refused: { slug: string; latest: object } | undefined
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
              <input
                name="name"
                aria-label={`Name of ${name}`}
                defaultValue={name}
                maxLength={60}
                required
                className="input input-sm"
              />
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

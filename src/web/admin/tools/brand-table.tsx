import { Form } from 'react-router'
import { CardTable } from '#web/ui/card-table.tsx'
import { ConfirmRowAction } from '#web/ui/row-actions.tsx'

export function BrandTable({ brands }: { brands: readonly { slug: string; name: string }[] }) {
  return (
    <CardTable
      rows={brands.map(brand => ({ _id: brand.slug, ...brand }))}
      columns={[
        {
          name: 'Name',
          cell: ({ slug, name }) => (
            <Form method="post" className="flex flex-wrap gap-2">
              <input type="hidden" name="intent" value="rename-brand" />
              <input type="hidden" name="slug" value={slug} />
              <input
                name="name"
                aria-label={`Name of ${name}`}
                defaultValue={name}
                maxLength={60}
                required
                className="input"
              />
              <button type="submit" className="btn btn-quiet" aria-label={`Rename ${name}`}>
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
              fields={{ intent: 'delete-brand', slug }}
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

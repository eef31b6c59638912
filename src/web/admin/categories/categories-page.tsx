import { Link, redirect, useNavigate } from 'react-router'
import type { Client } from '#contract/client.ts'
import { Refusal } from '#contract/refusal.ts'
import type { Category } from '#contract/schemas/catalogue.ts'
import { clientContext } from '#web/context.ts'
import { readLatest, readShown } from '#web/fields/shown-record.tsx'
import { useFormKey } from '#web/fields/use-form-key.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { toConflictMessage, toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { keepFormOnExpiry } from '#web/session/middleware.ts'
import { toast } from '#web/ui/toast.tsx'
import { CardTable } from '#web/widgets/card-table.tsx'
import { Dialog } from '#web/widgets/dialog.tsx'
import { ConfirmRowAction, RowAction } from '#web/widgets/row-actions.tsx'
import type { Route } from './+types/categories-page'
import { BrandTable } from './brand-table.tsx'
import { CategoryForm } from './category-form.tsx'

const path = '/dashboard/categories'

export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  const [categories, brands] = await Promise.all([client.listCategories({}), client.listBrands({})])
  const edited = categories.find(({ slug }) => slug === new URL(request.url).searchParams.get('edit'))
  return { categories, brands, edited }
}

export async function clientAction({ request, context }: Route.ClientActionArgs): Promise<Outcome | null> {
  keepFormOnExpiry(context)
  const client = context.get(clientContext)
  const form = await request.formData()
  const intent = String(form.get('intent'))
  try {
    if (intent !== 'save') {
      toast('success', await changeRow(client, intent, form))
      return null
    }
    const slug = String(form.get('slug') ?? '')
    const body = readCategory(form)
    if (body.name === '') return { errors: { name: 'Name is required' }, latest: readShown(form) }
    if (slug === '') {
      const added = await client.addCategory({ body })
      toast('success', `${body.name} is added`)
      return { added: added.slug }
    }
    await client.updateCategory({ params: { slug }, body: { ...body, shown: readShown(form) } })
    toast('success', `${body.name} is changed`)
  } catch (error) {
    const isTaken = error instanceof Refusal && error.code === 'taken'
    const failed = { errors: toFieldErrors(error), latest: readLatest(form, error) }
    if (intent === 'save') return isTaken ? failed : { ...failed, failure: toErrorMessage(error) }
    if (!toFieldErrors(error).name) toast('error', toConflictMessage(error))
    return intent === 'rename-brand'
      ? { brand: { slug: String(form.get('slug')), error: toFieldErrors(error).name, latest: readLatest(form, error) } }
      : null
  }
  throw redirect(path)
}

interface Outcome {
  failure?: string
  errors?: Record<string, string>
  latest?: object
  added?: string
  brand?: { slug: string; error: string | undefined; latest: object }
}

async function changeRow(client: Client, intent: string, form: FormData): Promise<string> {
  const params = { slug: String(form.get('slug')) }
  const name = String(form.get('name'))
  if (intent === 'up' || intent === 'down') {
    await client.moveCategory({ params, body: { direction: intent } })
    return `${name} is moved`
  }
  if (intent === 'delete') {
    await client.deleteCategory({ params })
    return `${name} is deleted`
  }
  if (intent === 'rename-brand') {
    await client.renameBrand({ params, body: { name, shown: readShown(form) } })
    return `The brand is ${name} now`
  }
  if (intent === 'delete-brand') {
    await client.deleteBrand({ params })
    return `${name} is deleted`
  }
  throw new Error(`unknown intent ${intent}`)
}

function readCategory(form: FormData) {
  const read = (name: string) => String(form.get(name) ?? '').trim()
  const filters = read('filters')
    .split(',')
    .map(filter => filter.trim())
    .filter(Boolean)
  return { name: read('name'), parent: read('parent'), filters }
}

export const meta = titleMeta('Categories and Brands')

export default function CategoriesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { categories, brands, edited } = loaderData
  const formKey = useFormKey(actionData?.added)
  const navigate = useNavigate()
  const leave = () => void navigate(path, { preventScrollReset: true })
  return (
    <section className="grid max-w-6xl grid-cols-[minmax(0,1fr)] gap-4">
      <h1 className="section-title">Categories and Brands</h1>
      <CategoryTable categories={categories} />
      {edited ? (
        <Dialog title={`Edit ${edited.name}`} onClose={leave}>
          <CategoryForm key={edited.slug} categories={categories} edited={edited} outcome={actionData} />
        </Dialog>
      ) : (
        <div className="grid gap-4 rounded-box border border-base-300 bg-base-100 p-6">
          <h2 className="text-2xl">Add a category</h2>
          <CategoryForm key={formKey} categories={categories} edited={undefined} outcome={actionData} />
        </div>
      )}
      <div className="grid gap-4">
        <h2 className="text-2xl">Brands</h2>
        <p className="text-muted">A brand is added with its first tool.</p>
        {brands.length > 0 && <BrandTable brands={brands} refused={actionData?.brand} />}
      </div>
    </section>
  )
}

function CategoryTable({ categories }: { categories: readonly Category[] }) {
  if (categories.length === 0) return <p className="text-muted">No categories yet.</p>
  return (
    <CardTable
      rows={categories.map(category => {
        const siblings = categories.filter(({ parent }) => parent === category.parent)
        return {
          _id: category.slug,
          ...category,
          isFirst: siblings.at(0) === category,
          isLast: siblings.at(-1) === category,
        }
      })}
      columns={[
        {
          name: 'Name',
          cell: ({ name, parent }) => (
            <span className={`block wrap-anywhere ${parent ? 'pl-6 font-normal' : 'font-semibold'}`}>{name}</span>
          ),
          card: 'title',
        },
        { name: 'Filters', cell: ({ filters }) => filters.join(', '), className: 'wrap-anywhere', card: 'text' },
        {
          name: 'Change',
          className: 'w-0',
          card: 'action',
          cell: ({ slug, name, isFirst, isLast }) => (
            <div className="flex gap-1 max-sm:flex-wrap">
              <RowAction
                fields={{ intent: 'up', slug, name }}
                label={`Move ${name} up`}
                className="btn-quiet"
                isDisabled={isFirst}
              >
                Up
              </RowAction>
              <RowAction
                fields={{ intent: 'down', slug, name }}
                label={`Move ${name} down`}
                className="btn-quiet"
                isDisabled={isLast}
              >
                Down
              </RowAction>
              <Link
                to={`?edit=${slug}`}
                preventScrollReset
                className="btn btn-quiet btn-sm"
                aria-label={`Edit ${name}`}
              >
                Edit
              </Link>
              <ConfirmRowAction
                question={`Delete the category ${name}?`}
                detail="Its tools stay, without a category; categories in it move to the top."
                fields={{ intent: 'delete', slug, name }}
                label={`Delete ${name}`}
                className="btn-delete"
              >
                Delete
              </ConfirmRowAction>
            </div>
          ),
        },
      ]}
    />
  )
}

import type { ModeratedReview } from '#contract/schemas/reviews.ts'
import { clientContext } from '#web/context.ts'
import type { ListColumns } from '#web/paged-list/list-columns.ts'
import { loadList } from '#web/paged-list/load-list.ts'
import { PagedList } from '#web/paged-list/paged-list.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { toErrorMessage } from '#web/session/api-errors.ts'
import { Status } from '#web/ui/status.tsx'
import { Cut } from '#web/ui/text/cut.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ConfirmRowAction, RowAction } from '#web/widgets/row-actions.tsx'
import type { Route } from './+types/manage-reviews'

export function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  return loadList(request, columns, {
    list: query => client.listAllReviews({ query }),
    count: query => client.countAllReviews({ query }),
  })
}

export async function clientAction({ request, context }: Route.ClientActionArgs) {
  const client = context.get(clientContext)
  const form = await request.formData()
  const params = { id: String(form.get('id')) }
  const intent = String(form.get('intent'))
  const review = `The review by ${form.get('name')}`
  try {
    if (intent === 'delete') {
      await client.deleteReview({ params })
      toast('success', `${review} is deleted`)
    } else {
      const action = intent === 'show' ? 'show' : 'hide'
      await client.moderateReview({ params, body: { action } })
      toast('success', `${review} is ${action === 'show' ? 'shown' : 'hidden'}`)
    }
  } catch (error) {
    toast('error', toErrorMessage(error))
  }
  return null
}

export const meta = titleMeta('Reviews')

const states = {
  shown: <Status kind="success">Shown</Status>,
  hidden: <Status kind="error">Hidden</Status>,
  waiting: <Status kind="waiting">Waiting</Status>,
} as const

const columns: ListColumns<ModeratedReview, 'listAllReviews'> = [
  { name: 'SL no.', cell: (_, number) => number, numeric: true },
  {
    name: 'Author',
    cell: review => <Author review={review} />,
    className: 'w-[26%] max-w-0 uncut-when-open',
    card: 'title',
  },
  { name: 'Rating', cell: review => <span data-unit="of 5">{review.rating}</span>, numeric: true, card: 'amount' },
  {
    name: 'Comment',
    cell: review => <p className="line-clamp-2 wrap-anywhere">{review.comment}</p>,
    className: 'w-[40%] shown-when-closed',
    card: 'text',
  },
  {
    name: 'Status',
    filter: {
      param: 'state',
      choices: [
        ['waiting', 'Waiting'],
        ['shown', 'Shown'],
        ['hidden', 'Hidden'],
      ],
    },
    cell: ({ state }) => states[state],
    card: 'status',
  },
  { name: 'Show or Hide', cell: review => <ShowOrHide review={review} />, card: 'action' },
  { name: 'Delete Review', cell: review => <Delete review={review} />, card: 'action' },
]

export default function ManageReviews({ loaderData: list }: Route.ComponentProps) {
  return (
    <PagedList
      title="Reviews"
      nouns={['review', 'reviews']}
      searchHint="Name, email or text"
      list={list}
      exports={[['reviews', 'Export as CSV']]}
      wide
      columns={columns}
      details={{
        render: ({ comment }) => <p className="max-w-prose whitespace-pre-line wrap-anywhere">{comment}</p>,
        toName: ({ name }) => `the review by ${name}`,
      }}
    />
  )
}

function Author({ review: { name, email, city } }: { review: ModeratedReview }) {
  return (
    <>
      <strong className="font-semibold">
        <Cut>{name}</Cut>
      </strong>
      <span className="text-muted">
        <Cut>{[email, city].filter(Boolean).join(' · ')}</Cut>
      </span>
    </>
  )
}

function ShowOrHide({ review: { _id: id, name, state } }: { review: ModeratedReview }) {
  return (
    <div className="flex flex-wrap gap-2">
      {state !== 'shown' && (
        <RowAction fields={{ intent: 'show', id, name }} label={`Show the review by ${name}`} className="btn-primary">
          Show
        </RowAction>
      )}
      {state !== 'hidden' && (
        <RowAction fields={{ intent: 'hide', id, name }} label={`Hide the review by ${name}`} className="btn-quiet">
          Hide
        </RowAction>
      )}
    </div>
  )
}

function Delete({ review: { _id: id, name } }: { review: ModeratedReview }) {
  return (
    <ConfirmRowAction
      question="Are you sure to delete this review?"
      fields={{ intent: 'delete', id, name }}
      label={`Delete the review by ${name}`}
      className="btn-delete"
    >
      Delete
    </ConfirmRowAction>
  )
}

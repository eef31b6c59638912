import type { AdminAction } from '#contract/actions.ts'
import { money } from '#contract/rules.ts'

/** What somebody did, in words that go on from who it was. */
export function sentenceOf(action: AdminAction): string {
  return sentences[action.action](action)
}

const sentences: Record<AdminAction['action'], (action: AdminAction) => string> = {
  promote: ({ subject, actorEmail }) => `made ${subject} an admin${actorEmail ? '' : ', as ADMIN_EMAILS says'}`,
  demote: ({ subject }) => `took the admin role from ${subject}`,
  deliver: action => `delivered ${orderOf(action)}`,
  cancel_order: action => `cancelled ${orderOf(action)}`,
  add_tool: ({ subject, after }) => {
    const { price, available, minimum } = wordsOf(after)
    return `added ${subject}: price ${price}, available ${available}, minimum ${minimum}`
  },
  update_tool: action => `changed ${action.subject}: ${changesOf(action).join(', ')}`,
  delete_tool: ({ subject }) => `took ${subject} out of the catalogue`,
}

function orderOf({ subject, buyerEmail }: AdminAction): string {
  return `the order of ${subject}${buyerEmail ? ` by ${buyerEmail}` : ''}`
}

function changesOf({ before, after }: AdminAction): string[] {
  const was: Record<string, string | undefined> = wordsOf(before)
  const changed = Object.entries(wordsOf(after)).filter(([, words]) => words !== undefined)
  return [
    ...changed.map(([field, words]) => `${field} from ${was[field]} to ${words}`),
    ...(after.image === undefined ? [] : ['a new picture']),
    ...(after.description === undefined ? [] : ['a new description']),
  ]
}

function wordsOf({ name, price, available, minimum }: AdminAction['after']) {
  const count = (number: number | undefined) => number?.toLocaleString('en-US')
  return {
    name,
    price: price === undefined ? undefined : money(price),
    available: count(available),
    minimum: count(minimum),
  }
}

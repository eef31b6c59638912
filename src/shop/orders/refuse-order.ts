import { and, inArray, isNull } from 'drizzle-orm'
import { formatMoney } from '#contract/money.ts'
import { priceLine } from '#contract/prices.ts'
import { checkQuantity, formatQuantity } from '#contract/quantity.ts'
import type { FieldError } from '#contract/refusal.ts'
import { type RefusalCode, refusals, refuse } from '#contract/refusals.ts'
import { tools } from '#db/tables/catalogue.ts'
import type { OrderLine } from '#db/tables/orders.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import type { Tool } from '#shop/catalogue/tools.ts'
import type { Shop } from '#shop/shop.ts'
import { type HoldTerms, type MaxQuantities, maxBriefLines, readCreditState } from './hold-terms.ts'
import { isChargeable } from './payments.ts'

/** `priceCents` is what the buyer was shown for one piece: the list price, or that of the quantity's price break. */
export type RequestedLine = Pick<OrderLine, 'toolId' | 'quantity' | 'priceCents'>

interface LineProblem {
  code: RefusalCode
  sentence: string
  nearest?: readonly number[]
}

export interface FailedOrder {
  buyer: Account
  terms: HoldTerms
  lines: readonly RequestedLine[]
  isBeyondCredit: boolean
}

/**
 * Finds out why the order could not be placed. An order of one line is refused by the line's problem: `tool_not_found`,
 * `price_changed`, `out_of_range`, `credit_limit` or `unverified_credit_limit`; an order of several as `lines_refused`,
 * with an error for each line at fault. Also refuses `total_out_of_range`, `order_minimum` and `order_interrupted`.
 */
export async function refuseOrder(shop: Shop, { buyer, terms, lines, isBeyondCredit }: FailedOrder): Promise<never> {
  const found = await findTools(shop, lines)
  const totalCents = lines.reduce((sum, line) => sum + getTotalCents(line, found), 0)
  const state = isBeyondCredit ? await readCreditState(shop, buyer, terms, [...found.keys()]) : undefined
  // As the statement counts them: at the prices that were sent.
  const sentCents = lines.reduce((sum, line) => sum + getSentCents(line), 0)
  const creditLeftCents = (terms.creditCents ?? 0) - (state?.unpaidCents ?? 0) - sentCents
  let briefLines = 0
  refuseLines(lines, line => {
    const tool = found.get(line.toolId)
    const max = state?.maxQuantities.get(line.toolId)
    if (!tool || !max) return findProblem(line, tool, undefined)
    const limit = computeCreditLimit(tool, max, creditLeftCents + getSentCents(line))
    const problem = findProblem(line, tool, limit)
    if (problem || line.quantity <= max.forLong) return problem
    briefLines += 1
    return briefLines > maxBriefLines ? toProblem(limit.code, tooManyBriefLines) : undefined
  })
  if (!isChargeable(totalCents)) refuse('total_out_of_range')
  const { orderMinimumCents } = shop.settings.current
  if (totalCents < orderMinimumCents) refuse('order_minimum', [describeMinimum(orderMinimumCents, totalCents)])
  return refuse('order_interrupted')
}

const tooManyBriefLines = `An order can have ${maxBriefLines} tools of which so little is left. Please order this one separately.`

const getSentCents = ({ priceCents, quantity }: RequestedLine) => priceCents * quantity

async function findTools(shop: Shop, lines: readonly RequestedLine[]): Promise<ReadonlyMap<string, Tool>> {
  const ids = lines.map(({ toolId }) => toolId)
  const rows = await shop.db
    .select()
    .from(tools)
    .where(and(inArray(tools.id, ids), isNull(tools.deletedAt)))
  return new Map(rows.map(tool => [tool.id, tool]))
}

function refuseLines(lines: readonly RequestedLine[], find: (line: RequestedLine) => LineProblem | undefined): void {
  const problems = lines.map(find)
  const [first] = problems.filter(problem => problem !== undefined)
  if (!first) return
  const errors = problems.flatMap((problem, index) => (problem ? [toFieldError(problem, index)] : []))
  if (lines.length === 1) refuse(first.code, errors)
  refuse('lines_refused', errors)
}

const toFieldError = ({ code, sentence, nearest }: LineProblem, index: number): FieldError => ({
  field: `lines.${index}`,
  message: sentence,
  code,
  ...(nearest && { nearest }),
})

function findProblem(
  { quantity, priceCents }: RequestedLine,
  tool: Tool | undefined,
  limit: CreditLimit | undefined,
): LineProblem | undefined {
  if (!tool) return toProblem('tool_not_found')
  const { unitCents } = priceLine(quantity, tool)
  if (priceCents !== tool.priceCents && priceCents !== unitCents)
    return toProblem('price_changed', `Each costs ${formatMoney(unitCents / 100)} now.`)
  // Where it is stricter than the stock, whose sentence would suggest too much.
  const isStricter = limit && limit.quantity < toWholePacks(tool.available, tool)
  if (isStricter && tool.minimum <= Math.min(quantity, tool.available) && quantity > limit.quantity)
    return toCreditProblem(limit, tool)
  const check = checkQuantity(quantity, tool)
  return check.ok ? undefined : { ...toProblem('out_of_range', check.sentence), nearest: check.nearest }
}

interface CreditLimit {
  /** In whole packs. */
  quantity: number
  code: 'credit_limit' | 'unverified_credit_limit'
  /** Whether more would be allowed without the brief orders of the last day. */
  risesTomorrow: boolean
}

/** `creditForLineCents` is what other lines and unpaid orders leave of the credit: where the price is low, it allows more. */
function computeCreditLimit(
  tool: Tool,
  { now, onceVerified, tomorrow }: MaxQuantities,
  creditForLineCents: number,
): CreditLimit {
  const max = Math.max(now, Math.floor(creditForLineCents / tool.priceCents))
  return {
    quantity: toWholePacks(max, tool),
    code: now < onceVerified ? 'unverified_credit_limit' : 'credit_limit',
    risesTomorrow: max < tomorrow,
  }
}

const toWholePacks = (pieces: number, { increment }: Tool) => Math.floor(pieces / increment) * increment

function toCreditProblem({ quantity, code, risesTomorrow }: CreditLimit, { minimum }: Tool): LineProblem {
  const until = code === 'credit_limit' ? 'more is paid for' : 'the email is verified'
  if (quantity < minimum && risesTomorrow)
    return toProblem(
      code,
      `None can be ordered until ${until} or a day has passed: two such orders were held for half an hour.`,
    )
  if (quantity < minimum)
    return toProblem(code, `None can be ordered until ${until}: your unpaid orders can hold no more of it.`)
  return {
    ...toProblem(code, `At most ${formatQuantity(quantity)} can be ordered until ${until}.`),
    nearest: [quantity],
  }
}

const toProblem = (code: RefusalCode, sentence: string = refusals[code][1]): LineProblem => ({ code, sentence })

function describeMinimum(minimumCents: number, totalCents: number): FieldError {
  const [minimum, total] = [minimumCents, totalCents].map(cents => formatMoney(cents / 100))
  return { field: 'lines', message: `An order comes to at least ${minimum}; this one comes to ${total}.` }
}

function getTotalCents(line: RequestedLine, found: ReadonlyMap<string, Tool>): number {
  const tool = found.get(line.toolId)
  return tool ? priceLine(line.quantity, tool).totalCents : 0
}

import type { Specification } from '#contract/cells/specifications.ts'
import type { PriceBreak } from '#contract/pricing/prices.ts'
import type { FieldError } from '#contract/refusal.ts'
import { refuse } from '#contract/refusals.ts'
import { toSlug } from '#contract/slugs.ts'

export interface SellingRules {
  priceCents: number
  minimum: number
  increment: number
  priceBreaks: readonly PriceBreak[]
}

/** Refuses `invalid_input`. The database has the same constraints. */
export function assertSellable(rules: SellingRules): void {
  const errors = findSellingErrors(rules)
  if (errors.length > 0) refuse('invalid_input', errors)
}

export function findSpecificationErrors(specifications: readonly Specification[]): FieldError[] {
  const slugs = specifications.map(({ name }) => toSlug(name))
  const messages = [
    ...(slugs.includes('') ? ['The name of a specification needs a letter or digit.'] : []),
    ...(new Set(slugs).size < slugs.length ? ['Each specification needs a name of its own.'] : []),
  ]
  return messages.map(message => ({ field: 'specifications', message }))
}

export function findSellingErrors({ priceCents, minimum, increment, priceBreaks }: SellingRules): FieldError[] {
  const errors: FieldError[] = []
  if (minimum % increment !== 0)
    errors.push({ field: 'minimum', message: `The minimum order is a multiple of ${increment}, the pieces per pack.` })
  const listPrice = { from: 1, priceCents }
  const isOrdered = priceBreaks.every((each, index) => {
    const before = priceBreaks[index - 1] ?? listPrice
    return each.from > before.from && each.priceCents < before.priceCents
  })
  if (!isOrdered)
    errors.push({
      field: 'priceBreaks',
      message:
        'Each price break has a higher quantity and a lower price than the one before it, the first than the price.',
    })
  return errors
}

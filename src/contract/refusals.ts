import { type FieldError, type Problem, Refusal, type RefusalKind, type RefusalOptions } from './refusal.ts'

export const refusals = {
  invalid_input: [400, 'Please correct the marked fields.'],
  sign_in_required: [401, 'Please log in first.'],
  token_invalid: [401, 'Your session has ended. Please log in again.'],
  not_yours: [403, 'That belongs to another account.'],
  email_unverified: [403, 'Please verify your email first: we sent you a link.'],
  target_email_unverified: [403, 'That person has not verified the email yet.'],
  admins_only: [403, 'Only admins may do that.'],
  area_needed: [403, 'You are not in charge of that area of the shop. An admin with all areas can change that.'],
  full_admin_needed: [403, 'Only an admin with all areas may do that.'],
  member_needed: [403, 'Only members of a company may do that.'],
  buyer_needed: [403, 'A viewer of a company cannot do that: a buyer or a manager can.'],
  manager_needed: [403, 'Only a manager of your company may do that.'],
  membership_changed: [403, 'Your place in the company has changed. Load the page again.'],
  member_elsewhere: [409, 'An account belongs to one company at most.'],
  manager_stays: [409, 'A manager is removed by another manager, or by us: please write to us.'],
  admin_has_no_company: [409, 'An admin of the shop belongs to no company.'],
  company_not_found: [404, 'There is no such company.'],
  application_open: [409, 'You have applied already. We write to you as soon as we have looked at it.'],
  company_not_accepted: [409, 'Accept the company first.'],
  company_answered: [409, 'That application was answered meanwhile. Load the page again.'],
  invitation_not_found: [404, 'That invitation is no longer there. Please ask for another one.'],
  invitations_full: [409, 'A company has at most 50 open invitations. Please withdraw one first.'],
  approval_needed: [409, 'That order waits for approval by the company.'],
  order_changed: [409, 'That order was approved, declined or cancelled meanwhile.'],
  part_numbers_full: [409, 'A company has at most 50,000 part numbers.'],
  price_list_used: [409, 'Companies have that list. Give them another one first.'],
  discount_unconfirmed: [409, 'That is 90 percent off or more. Please confirm it.'],
  po_required: [409, 'Your company needs a PO number on every order.'],
  second_factor_required: [403, 'That needs a second factor. Please enter a code, or set it up, under My Profile.'],
  call_unknown: [404, 'There is no such call.'],
  not_found: [404, 'That is no longer there.'],
  tool_not_found: [404, 'That tool is no longer in the catalogue.'],
  order_not_found: [404, 'There is no such order.'],
  list_not_found: [404, 'There is no such list.'],
  category_nested: [409, 'There are two levels of categories: one with subcategories stays at the top.'],
  edit_conflict: [409, 'Somebody else changed this meanwhile. Save again to overwrite it.'],
  done_meanwhile: [
    409,
    'Somebody did that while you filled in the form. Send it again if this is another one.',
    'done',
  ],
  pages_full: [409, 'A shop has at most 200 pages.'],
  recent_sign_in_required: [403, 'For your security, please log in again before you close your account.'],
  account_not_found: [404, 'There is no account with that email.'],
  account_blocked: [403, 'This account is blocked. Please write to us.'],
  own_account: [409, 'You cannot do that with your own account.'],
  last_admin: [409, 'The shop needs at least one admin with all areas.'],
  taken: [409, 'Another one has that already.'],
  changed_meanwhile: [409, 'Somebody changed that meanwhile. Load the page again.'],
  change_reused: [409, 'That change was sent before with other contents. Load the page again.'],
  reviews_waiting: [409, 'Five reviews of yours wait already. Please write more once they are shown.'],
  order_not_paid: [409, 'That order is not paid yet.'],
  order_refunded: [409, 'All pieces of that order were refunded: there is nothing to ship.'],
  total_refunded: [409, 'All money of that order was refunded. Release its pieces instead of shipping them.'],
  order_disputed: [
    409,
    'The payment of that order is disputed, or was lost in a dispute: its money is not the shop’s.',
  ],
  return_not_found: [404, 'There is no such return.'],
  returns_full: [409, 'The order has twenty returns already. Please write to us if more is wrong.'],
  return_too_late: [409, 'The time for returns of that order is over. Please write to us if something is wrong.'],
  refund_not_found: [404, 'There is no such refund.'],
  refund_not_failed: [409, 'Only a failed refund can be made again or closed.'],
  order_shipped: [409, 'All pieces of that order are shipped already.'],
  file_too_large: [413, 'The file has more than 20 MB. Please split it.'],
  image_unknown: [400, 'The picture has to be uploaded to this shop first.'],
  image_unreadable: [400, 'We can’t read that picture. Please take a JPEG, PNG, WebP, AVIF or GIF.'],
  image_too_detailed: [
    400,
    'That picture has too many pixels: more than 50 million, or 24 million in an AVIF. Please take a smaller one.',
  ],
  order_paid: [409, 'That order is paid already.', 'done'],
  order_cancelled: [409, 'That order was cancelled.'],
  sold_out: [409, 'Not all pieces of that order are in stock any more.'],
  sold_out_while_paying: [
    409,
    'Sold out while you were paying. Your card was not charged. Your bank may show the reserved amount for some days.',
    'final',
  ],
  cancelled_while_paying: [409, 'That order was cancelled while you were paying. Your card was not charged.', 'final'],
  payment_released: [
    409,
    'That payment did not go through. Your card was not charged. Your bank may show the reserved amount for some days. Please pay again.',
    'retry',
  ],
  payment_refunded: [409, 'That order could not take the payment any more. The money goes back to the card.', 'retry'],
  payment_unfinished: [503, 'Your card is reserved; we finish this in a few minutes. Don’t pay again.'],
  document_unavailable: [409, 'That order has no such document now.'],
  print_limit: [409, 'One file has at most 10,000 lines. Please select fewer orders.'],
  price_changed: [409, 'The price of that tool has changed. Please look at it again before you order.'],
  addresses_full: [409, 'An address book has at most 50 addresses.'],
  lists_full: [409, 'You have 50 lists already. Please delete one first.'],
  cart_full: [409, 'A cart has at most 1,000 lines.'],
  lines_refused: [409, 'Please correct the marked lines.'],
  out_of_range: [409, 'That quantity is below the minimum order or above what is in stock.'],
  total_out_of_range: [409, 'That is less or more than one order can come to.'],
  order_minimum: [409, 'That is below the order minimum of this shop.'],
  unpaid_limit: [409, 'You have 50 unpaid orders. Please pay for one or cancel one before you place another.'],
  order_lines_limit: [409, 'You have ordered 50,000 lines in a day. Please write to us, or order again tomorrow.'],
  idempotency_key_reused: [
    409,
    'That order was placed before, with other contents. Look at My Orders before you order again.',
  ],
  account_busy: [409, 'Orders are still being placed with that account. Please try again.'],
  payment_processing: [409, 'A payment for that order is on its way. Please look again in a moment.'],
  payment_mismatch: [409, 'That payment does not belong to this order.'],
  signature_invalid: [400, 'That call is not signed by the card payment provider.'],
  payment_incomplete: [409, 'The card payment has not gone through yet.'],
  busy: [503, 'The shop is busy with many files. Please try again in a moment.'],
  search_unavailable: [503, 'That search takes too long now. Please try other words, or again in a moment.'],
  too_many_requests: [429, 'Too many tries in a short time.'],
  length_required: [411, 'Content-Length is required.'],
  body_too_large: [413, 'That is too large.'],
  image_too_large: [413, 'A picture may have at most 10 MB.'],
  internal: [500, 'Something went wrong on our side. Please try again in a moment.'],
  shop_unavailable: [503, 'The shop is not available just now. Please try again in a moment.'],
  images_unavailable: [503, 'The image host does not answer. Please try again in a moment.'],
  sign_in_unavailable: [503, 'That provider does not respond. Log in another way, or try again in a moment.'],
  payments_unavailable: [503, 'The card payment provider does not answer. Please try again in a moment.'],
} as const satisfies Record<string, readonly [status: number, sentence: string, kind?: RefusalKind]>

export type RefusalCode = keyof typeof refusals

export function createRefusal(
  code: RefusalCode,
  errors: readonly FieldError[] = [],
  options: RefusalOptions = {},
): Refusal {
  const [status, sentence, kind] = refusals[code] as readonly [number, string, RefusalKind?]
  const { retryAfterSeconds } = options
  const wait = code === 'too_many_requests' && retryAfterSeconds ? [formatWait(retryAfterSeconds)] : []
  return new Refusal({ code, status, kind, sentence: [sentence, ...wait].join(' '), errors }, options)
}

function formatWait(seconds: number): string {
  if (seconds < 5) return 'Please try again in a moment.'
  if (seconds < 100) return `Please try again in ${seconds} seconds.`
  const minutes = Math.ceil(seconds / 60)
  return `Please try again in ${minutes < 100 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`}.`
}

export function refuse(code: RefusalCode, errors?: readonly FieldError[]): never {
  throw createRefusal(code, errors)
}

export function refuseTaken(field: string, message: string): never {
  throw new Refusal({ code: 'taken', status: refusals.taken[0], sentence: message, errors: [{ field, message }] })
}

export const refuseInstead =
  (code: RefusalCode, instead: RefusalCode) =>
  (error: unknown): never => {
    if (error instanceof Refusal && error.code === code) refuse(instead)
    throw error
  }

export function toProblem(refusal: Refusal): Problem {
  return {
    type: `urn:problem:${refusal.code}`,
    title: refusal.code.replaceAll('_', ' '),
    status: refusal.status,
    detail: refusal.message,
    code: refusal.code,
    ...(refusal.kind && { kind: refusal.kind }),
    ...(refusal.errors.length > 0 && { errors: refusal.errors }),
    ...(refusal.instance && { instance: refusal.instance }),
  }
}

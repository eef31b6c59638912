export interface CardOutcome {
  code?: string
  declineCode?: string
  message?: string
  challenge?: true
  /** The bank authorizes the payment but refuses the capture. */
  capture?: 'refused'
  /** Reason of the dispute that the holder opens at once. */
  dispute?: string
  /** Refunds succeed late, or fail after they succeeded. */
  refund?: 'late' | 'failing'
}

const createDecline = (declineCode: string): CardOutcome => ({
  code: 'card_declined',
  declineCode,
  message: 'Your card was declined.',
})
const insufficientFunds: CardOutcome = {
  ...createDecline('insufficient_funds'),
  message: 'Your card has insufficient funds.',
}

/** https://docs.stripe.com/testing, and a card whose capture is refused. */
export const testCards: Readonly<Record<string, CardOutcome>> = {
  '4242424242424242': {},
  '4000056655665556': {},
  '5555555555554444': {},
  '5105105105105100': {},
  '378282246310005': {},
  '6011111111111117': {},
  '4000000000009011': { capture: 'refused' },
  '4000000000000259': { dispute: 'fraudulent' },
  '4000000000002685': { dispute: 'product_not_received' },
  '4000000000007726': { refund: 'late' },
  '4000000000005126': { refund: 'failing' },
  '4000000000000002': createDecline('generic_decline'),
  '4000000000009995': insufficientFunds,
  '4000000000009987': createDecline('lost_card'),
  '4000000000009979': createDecline('stolen_card'),
  '4000000000006975': createDecline('card_velocity_exceeded'),
  '4100000000000019': createDecline('fraudulent'),
  '4000000000000069': { code: 'expired_card', message: 'Your card has expired.' },
  '4000000000000127': { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  '4000000000000119': {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  '4000002500003155': { challenge: true },
  '4000002760003184': { challenge: true },
  '4000008260003178': { ...insufficientFunds, challenge: true },
}

export const liveCard: CardOutcome = {
  ...createDecline('test_mode_live_card'),
  message: 'Your card was declined. Your request was in test mode, but used a non test card.',
}

export const incorrectNumber: CardOutcome = { code: 'incorrect_number', message: 'Your card number is incorrect.' }

/** Luhn check (ISO/IEC 7812-1, annex B). */
export function isCardNumber(digits: string): boolean {
  const sum = [...digits].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
  return /^\d{12,19}$/.test(digits) && sum % 10 === 0
}

export function detectBrand(digits: string): string {
  if (digits.startsWith('4')) return 'visa'
  if (/^3[47]/.test(digits)) return 'amex'
  return digits.startsWith('6') ? 'discover' : 'mastercard'
}

import { FormError } from '#web/ui/forms/field.tsx'

const fields = [
  ['number', /card number/],
  ['expiry', /expir/],
  ['cvc', /security code/],
] as const

export type CardField = (typeof fields)[number][0]

/** The field that a sentence of the card payment provider is about. */
export function findCardField(error: string | undefined): CardField | undefined {
  return fields.find(([, words]) => error && words.test(error))?.[0]
}

export function CardError({ children }: { children: string | undefined }) {
  return (
    <>
      <FormError>{children}</FormError>
      {children?.includes('declined') && <p>Nothing was charged. Try another card, or ask your bank.</p>}
    </>
  )
}

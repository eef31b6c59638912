import { z } from 'zod'
import { requiredText, text } from './fields.ts'

export const PostalAddress = z.object({
  name: requiredText(100),
  company: text(100),
  street: requiredText(200),
  city: requiredText(100),
  region: text(100),
  postalCode: text(20),
  country: requiredText(60),
  phone: text(40),
  taxId: text(40).default(''),
})

export const SavedAddress = z.object({ _id: z.string(), ...PostalAddress.shape })
export type SavedAddress = z.infer<typeof SavedAddress>

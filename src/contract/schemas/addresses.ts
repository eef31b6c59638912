import { z } from 'zod'
import { line, requiredLine, withShown } from './fields.ts'

export const PostalAddress = z.object({
  name: requiredLine(100),
  company: line(100),
  street: requiredLine(200),
  city: requiredLine(100),
  region: line(100),
  postalCode: line(20),
  country: requiredLine(60),
  phone: line(40),
  taxId: line(40).default(''),
})

export const AddressChange = withShown(PostalAddress)

export const SavedAddress = z.object({ _id: z.string(), ...PostalAddress.shape })
export type SavedAddress = z.infer<typeof SavedAddress>

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

/** An address with a `site`, the name of a site, is the company's: its members ship to it, and its managers keep it. */
export const BookAddress = PostalAddress.extend({ site: line(60).default('') })
export type BookAddress = z.output<typeof BookAddress>

export const AddressChange = withShown(BookAddress)

export const SavedAddress = z.object({ _id: z.string(), ...BookAddress.shape })
export type SavedAddress = z.infer<typeof SavedAddress>

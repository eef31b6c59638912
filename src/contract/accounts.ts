import { z } from 'zod'
import { email, given, listing, text } from './endpoint.ts'

export const User = z.object({ _id: z.string(), email: z.string(), role: z.string() })
export type User = z.infer<typeof User>

export const Profile = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  education: z.string(),
  city: z.string(),
  phone: z.string(),
  linkedIn: z.string(),
})

export type Profile = z.infer<typeof Profile>

export const NewProfile = z.object({
  name: text(200),
  email,
  education: given(500),
  city: given(200),
  phone: given(100),
  linkedIn: given(500),
})

export const byEmail = z.object({ email })

export const UserFilter = z.object({
  /** A part of the email or the name. */
  q: text(100).optional(),
  role: z.enum(['customer', 'admin']).optional(),
})

export const UserQuery = listing.extend({
  ...UserFilter.shape,
  /** Newest first unless told. */
  sort: z.enum(['newest', 'oldest', 'email', '-email']).optional(),
})

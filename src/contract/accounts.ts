import { z } from 'zod'
import { email, text } from './endpoint.ts'

export const User = z.object({ _id: z.string(), email: z.string(), role: z.string() })

export const Profile = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  education: z.string(),
  city: z.string(),
  phone: z.string(),
  linkedIn: z.string(),
})

export const NewProfile = z.object({
  name: text(200),
  email,
  education: text(500).min(1),
  city: text(200).min(1),
  phone: text(100).min(1),
  linkedIn: text(500).min(1),
})

export const byEmail = z.object({ email })

import { isEmail } from '#contract/text.ts'

export function findEmailError(email: string): string | undefined {
  if (email === '') return 'Email is required'
  return isEmail(email) ? undefined : 'Provide a valid email'
}

import { isEmail } from '#contract/text.ts'

/** What is wrong with an email, in the words of both forms. */
export function findEmailError(email: string): string | undefined {
  if (email === '') return 'Email is required'
  return isEmail(email) ? undefined : 'Provide a valid email'
}

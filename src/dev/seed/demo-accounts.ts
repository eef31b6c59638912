import { demoEmails } from '#shop/accounts/demo-accounts.ts'

/** The two demo accounts; their passwords are public. */
export const demoAccounts = [
  { role: 'admin', name: 'Ada Mercer', email: demoEmails.admin, password: 'anvil-and-tongs' },
  { role: 'customer', name: 'Ben Tanner', email: demoEmails.buyer, password: 'hammer-and-nails' },
] as const

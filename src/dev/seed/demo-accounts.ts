import { demoEmails } from '#shop/accounts/demo-accounts.ts'

export const demoAccounts = [
  { role: 'admin', name: 'Ada Mercer', email: demoEmails.admin, password: 'anvil-and-tongs' },
  { role: 'customer', name: 'Ben Tanner', email: demoEmails.buyer, password: 'hammer-and-nails' },
] as const

/** The two demo accounts; their passwords are public. */
export const demoAccounts = [
  { role: 'admin', name: 'Ada Mercer', email: 'admin@example.com', password: 'anvil-and-tongs' },
  { role: 'customer', name: 'Ben Tanner', email: 'buyer@example.com', password: 'hammer-and-nails' },
] as const

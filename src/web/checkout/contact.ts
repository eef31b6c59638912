import type { Client } from '#contract/client.ts'

export interface Contact {
  phone: string
  address: string
}

export async function loadContact(client: Client, email: string): Promise<Contact> {
  const [profile, [lastOrder] = []] = await Promise.all([
    client.findProfile({ query: { email } }).catch(() => null),
    client.listOrders({ query: { email, limit: 1 } }).catch(() => []),
  ])
  return { phone: profile?.phone || lastOrder?.phone || '', address: lastOrder?.address ?? '' }
}

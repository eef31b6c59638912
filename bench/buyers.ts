import { createAuthenticator } from '#api/authentication.ts'
import { readConfig } from '#config/config.ts'
import { demoAccounts } from '#dev/seed/demo-accounts.ts'
import { createFolder, secret } from './children.ts'
import { query } from './database.ts'
import type { LoadRequest } from './load-generator.ts'
import { createRequest } from './requests.ts'

/** So many that none comes near fifty unpaid orders. */
const buyers = 40_000
/** Of each tool. */
const priceCents = 1000

export interface PlannedOrder {
  accountId: string
  toolId: string
  token: string
  /** Orders one piece of the tool. */
  request: LoadRequest
}

/** Adds buyers, and tools with ample stock; returns an order of each buyer, with the tools in turn. */
export async function addPlannedOrders(url: string, tools = 500): Promise<PlannedOrder[]> {
  const { rows: added } = await query<{ id: string }>(
    url,
    `insert into tools (name, image, price_cents, minimum, available, description)
    select 'Bench Saw ' || n, '/images/hand-saw-800.webp', $1, 1, 100000000, 'A saw of the bench.'
    from generate_series(1, $2::int) n returning id`,
    [priceCents, tools],
  )
  const accounts = await query<Account>(
    url,
    `insert into accounts (email, name, email_verified)
    select 'bench' || new_id() || '@example.com', 'Bench Buyer ' || n, true from generate_series(1, $1::int) n
    returning id, email, name`,
    [buyers],
  )
  const plannedOrders = accounts.rows.map(async (account, index): Promise<PlannedOrder> => {
    const toolId = added[index % tools]?.id ?? ''
    const token = await issueToken(account)
    // With `TRUSTED_PROXIES=1` each buyer has an address: calls are limited by address, too.
    const ip = `10.0.${Math.floor(index / 250)}.${(index % 250) + 1}`
    return { accountId: account.id, toolId, token, request: createOrderRequest(account, toolId, { token, ip }) }
  })
  return Promise.all(plannedOrders)
}

/**
 * A shipped order of each buyer, and statistics: PostgreSQL reads tables that were empty when it last looked from end
 * to end, until it looks again.
 */
export async function addHistory(url: string, plannedOrders: readonly PlannedOrder[]): Promise<void> {
  const accountIds = plannedOrders.map(({ accountId }) => accountId)
  const toolIds = plannedOrders.map(({ toolId }) => toolId)
  await query(
    url,
    `with placed as (
      insert into orders (account_id, title, line_count, line_words, total_cents, buyer_name, phone, address, state,
        transaction_id, expires_at, confirmed_at, paid_at, fulfilment, shipped_at)
      select account_id, 'Bench Saw', 1, 'Bench Saw', 1000, 'Bench Buyer', '', '', 'confirmed', 'pi_' || new_id(), now(),
        now(), now(), 'shipped', now()
      from unnest($1::uuid[]) as buyers (account_id)
      returning id
    )
    insert into order_lines (order_id, tool_id, position, sku, tool_name, quantity, price_cents)
    select id, $2, 1, 'BENCH', 'Bench Saw', 1, 1000 from placed`,
    [accountIds, toolIds[0]],
  )
  await query(url, 'analyze')
}

/** An access token of the demo account of that role. */
export async function issueDemoToken(url: string, role: (typeof demoAccounts)[number]['role']): Promise<string> {
  const email = demoAccounts.find(account => account.role === role)?.email
  const { rows } = await query<Account>(url, 'select id, email, name from accounts where email = $1', [email])
  const [account] = rows
  if (!account) throw new Error(`The demo shop has no account of the role ${role}.`)
  return issueToken(account)
}

export interface Account {
  id: string
  email: string
  name: string
}

const access = createAuthenticator(
  readConfig({ SECRET: secret, DATA_DIR: createFolder() }, 'demo').secretFor('access tokens'),
  () => new Date(),
)

export function issueToken(account: Account): Promise<string> {
  const rest = {
    picture: null,
    emailVerified: true,
    emailVerifiedAt: null,
    role: 'customer',
    createdAt: new Date(),
    closedAt: null,
    blockedAt: null,
    blockedReason: '',
    areas: null,
    companyId: null,
    companyRole: null,
    amountCents: null,
  } as const
  return access.issue({ ...account, ...rest }, { signedInAt: new Date() })
}

function createOrderRequest(
  { email, name }: Account,
  toolId: string,
  { token, ip }: { token: string; ip: string },
): LoadRequest {
  return createRequest(
    'POST',
    '/api/bookingOrder',
    { authorization: `Bearer ${token}`, 'x-forwarded-for': ip },
    {
      toolId,
      toolName: 'Bench Saw',
      price: priceCents / 100,
      totalPrice: priceCents / 100,
      quantity: '1 pieces',
      userEmail: email,
      userName: name,
      phone: '555 0100',
      address: '1 Forge Lane',
    },
  )
}

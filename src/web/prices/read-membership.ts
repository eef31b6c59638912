import type { Client } from '#contract/client.ts'
import type { Membership } from '#contract/schemas/companies.ts'
import type { CompanyPrice } from '#contract/schemas/tools.ts'
import { storeCompany } from '#web/session/access-token.ts'
import { isCustomerView } from './customer-view.ts'

/** The browser remembers the company, which marks its pages. */
export async function readMembership(client: Client): Promise<Membership> {
  const membership = await client.getMembership({})
  storeCompany(membership.company?._id ?? '')
  return membership
}

/** The tool with what the member's company pays for it now. */
export async function addOwnPrice<Tool extends { _id: string }>(
  client: Client,
  { company }: Membership,
  tool: Tool,
): Promise<Tool & { companyPrice?: CompanyPrice }> {
  if (!company || isCustomerView()) return tool
  const [own] = await client.getPrices({ body: { ids: [tool._id] } })
  return own ? { ...tool, companyPrice: { price: own.price, priceBreaks: own.priceBreaks } } : tool
}

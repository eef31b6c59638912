import type { CompanyPrice } from '#contract/schemas/tools.ts'
import { useOwnPrice } from './own-prices.ts'

/** The tool with the prices of the reader's company, as carts and lookups have them. */
export function usePricedTool<Tool extends { _id: string }>(tool: Tool): Tool & { companyPrice?: CompanyPrice } {
  const companyPrice = useOwnPrice(tool._id)
  return companyPrice ? { ...tool, companyPrice } : tool
}

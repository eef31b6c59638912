type Revived = { companyPrice?: unknown; price?: number; tool?: Revived } | null

/** The same reply without what the reader's company pays; lines get the list price as the one that was shown. */
export async function hideCompanyPrices(response: Response): Promise<Response> {
  const { headers } = response
  if (headers.get('content-type') !== 'application/json' || headers.has('content-disposition')) return response
  const hide = (key: string, value: Revived) => {
    if (value?.tool?.companyPrice)
      return { ...value, price: value.tool.price, tool: { ...value.tool, companyPrice: undefined } }
    return key !== 'tool' && value?.companyPrice ? { ...value, companyPrice: undefined } : value
  }
  return Response.json(JSON.parse(await response.text(), hide), { headers })
}

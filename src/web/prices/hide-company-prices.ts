/** The same reply without what the reader's company pays. */
export async function hideCompanyPrices(response: Response): Promise<Response> {
  const { headers } = response
  if (headers.get('content-type') !== 'application/json' || headers.has('content-disposition')) return response
  const hide = (key: string, value: unknown) => (key === 'companyPrice' ? undefined : value)
  return Response.json(JSON.parse(await response.text(), hide), { headers })
}

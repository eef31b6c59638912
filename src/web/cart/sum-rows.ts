interface Sums {
  goods: string
  taxes: readonly { percent: number; amount: string }[]
  noTax: string
  isTaxIncluded: boolean
}

export interface SumRow {
  kind: 'goods' | 'delivery' | 'tax'
  name: string
  amount: string
}

/** What stands above the total of an order, from formatted amounts. */
export function listSumRows({ goods, taxes, noTax, isTaxIncluded }: Sums): SumRow[] {
  const shown = taxes.length > 0 ? taxes : [{ percent: 0, amount: noTax }]
  return [
    { kind: 'goods', name: isTaxIncluded ? 'Goods' : 'Goods without tax', amount: goods },
    { kind: 'delivery', name: 'Delivery', amount: 'Free' },
    ...shown.map(({ percent, amount }): SumRow => ({ kind: 'tax', name: nameTax(percent, isTaxIncluded), amount })),
  ]
}

function nameTax(percent: number, isIncluded: boolean): string {
  const tax = percent > 0 ? `${percent}% tax` : 'Tax'
  return isIncluded ? `${tax} included` : tax
}

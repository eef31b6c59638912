export function nameTax(percent: number, isIncluded: boolean): string {
  const tax = percent > 0 ? `${percent}% tax` : 'Tax'
  return isIncluded ? `${tax} included` : tax
}

export interface PostalAddress {
  name: string
  company: string
  street: string
  city: string
  region: string
  postalCode: string
  country: string
  phone: string
  taxId: string
}

export function formatAddress({ name, company, street, city, region, postalCode, country }: PostalAddress): string {
  const place = [city, [region, postalCode].filter(isFilled).join(' ')].filter(isFilled).join(', ')
  return [name, company, street, place, country].filter(isFilled).join('\n')
}

const isFilled = (text: string) => text !== ''

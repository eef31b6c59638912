import type { PostalAddress } from '#contract/addresses.ts'

interface Customer {
  email: string
  address: PostalAddress
}

const customer = (
  name: string,
  company: string,
  street: string,
  place: readonly [string, string, string],
): Customer => {
  const [city, postalCode, country] = place
  const email = `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@example.com`
  return {
    email,
    address: { name, company, street, city, region: '', postalCode, country, phone: '555 0142', taxId: '' },
  }
}

/** Invented; they have no login. */
export const customers: readonly Customer[] = [
  customer('Rosa Keller', 'Keller Joinery', '18 Mill Street', ['Leeds', 'LS1 4AP', 'United Kingdom']),
  customer('Tomas Berg', 'Berg & Daughters', 'Hafenweg 7', ['Hamburg', '20457', 'Germany']),
  customer('Ines Duarte', 'Duarte Obras', 'Rua da Prata 112', ['Lisbon', '1100-419', 'Portugal']),
  customer('Owen Pryce', 'Pryce Roofing', '3 Slate Terrace', ['Cardiff', 'CF10 1BH', 'United Kingdom']),
  customer('Maud Lefevre', 'Atelier Lefevre', '27 rue des Tanneurs', ['Lille', '59800', 'France']),
  customer('Carlos Vega', 'Vega Metalworks', '410 Foundry Avenue', ['Toledo', '43604', 'United States']),
  customer('Hanna Lind', 'Linds Bygg', 'Kungsgatan 12', ['Uppsala', '753 18', 'Sweden']),
  customer('Peter Nowak', 'Nowak Hardware', 'ulica Polna 5', ['Poznan', '60-535', 'Poland']),
  customer('Grace Adeyemi', 'Adeyemi Builders', '61 Quay Road', ['Bristol', 'BS1 4QA', 'United Kingdom']),
  customer('Luca Moretti', 'Moretti Restauri', 'Via dei Fabbri 9', ['Turin', '10122', 'Italy']),
  customer('Sofie Maes', 'Maes Interieur', 'Kerkstraat 44', ['Ghent', '9000', 'Belgium']),
  customer('Dan Whitaker', 'Whitaker Rentals', '905 Depot Street', ['Denver', '80202', 'United States']),
]

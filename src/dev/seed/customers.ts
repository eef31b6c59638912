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
  phone: string,
): Customer => {
  const [city, postalCode, country] = place
  const email = `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@example.com`
  return { email, address: { name, company, street, city, region: '', postalCode, country, phone, taxId: '' } }
}

/** Invented people; few have a login. Phone numbers are reserved for films, or contain 555. */
export const customers: readonly Customer[] = [
  customer('Rosa Keller', 'Keller Joinery', '18 Mill Street', ['Leeds', 'LS1 4AP', 'United Kingdom'], '0113 496 0142'),
  customer('Tomas Berg', 'Berg & Daughters', 'Hafenweg 7', ['Hamburg', '20457', 'Germany'], '+49 40 66969 214'),
  customer('Ines Duarte', 'Duarte Obras', 'Rua da Prata 112', ['Lisbon', '1100-419', 'Portugal'], '+351 21 555 0187'),
  customer(
    'Owen Pryce',
    'Pryce Roofing',
    '3 Slate Terrace',
    ['Cardiff', 'CF10 1BH', 'United Kingdom'],
    '029 2018 0163',
  ),
  customer('Maud Lefevre', 'Atelier Lefevre', '27 rue des Tanneurs', ['Lille', '59800', 'France'], '+33 3 53 01 22 85'),
  customer(
    'Carlos Vega',
    'Vega Metalworks',
    '410 Foundry Avenue',
    ['Toledo', '43604', 'United States'],
    '419 555 0118',
  ),
  customer('Hanna Lind', 'Linds Bygg', 'Kungsgatan 12', ['Uppsala', '753 18', 'Sweden'], '+46 8 465 004 27'),
  customer('Peter Nowak', 'Nowak Hardware', 'ulica Polna 5', ['Poznan', '60-535', 'Poland'], '+48 61 555 0171'),
  customer(
    'Grace Adeyemi',
    'Adeyemi Builders',
    '61 Quay Road',
    ['Bristol', 'BS1 4QA', 'United Kingdom'],
    '0117 496 0155',
  ),
  customer('Luca Moretti', 'Moretti Restauri', 'Via dei Fabbri 9', ['Turin', '10122', 'Italy'], '+39 011 555 0136'),
  customer('Sofie Maes', 'Maes Interieur', 'Kerkstraat 44', ['Ghent', '9000', 'Belgium'], '+32 9 555 0194'),
  customer(
    'Dan Whitaker',
    'Whitaker Rentals',
    '905 Depot Street',
    ['Denver', '80202', 'United States'],
    '303 555 0129',
  ),
]

import { brazil, checkVAT, countries } from 'jsvat'
import { refuse } from '#contract/refusals.ts'

/** Ids that begin with a country's letters; Brazil's have none. */
const lettered = countries.filter(country => country !== brazil)

/** Other ids are free. Refuses `invalid_input` if an id has not the form of the country whose letters it begins with. */
export function assertTaxId(taxId: string): void {
  const { country, isValidFormat } = checkVAT(taxId, lettered)
  if (!country || isValidFormat) return
  const message = `This looks like a tax id of ${country.name}, but has another form. Correct it, or leave it empty.`
  refuse('invalid_input', [{ field: 'taxId', message }])
}

/** Whether its check digits are wrong, which may be a slip; newer ids of some countries follow other rules. */
export function isTaxIdDoubtful(taxId: string): boolean {
  const { country, isValid } = checkVAT(taxId, lettered)
  return country !== undefined && !isValid
}

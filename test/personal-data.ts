import type { Client } from '#contract/client.ts'
import { PersonalData } from '#contract/schemas/personal-data.ts'

/** Refuses fields that the contract does not have. */
export async function readPersonalData(client: Client, email: string): Promise<PersonalData> {
  const file = await client.exportPersonalData({ params: { email } })
  return PersonalData.strict().parse(JSON.parse(await file.text()))
}

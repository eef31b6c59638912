import type { Client } from '#contract/client.ts'
import { toErrorMessage } from '#web/session/api-errors.ts'
import { toast } from '#web/ui/toast.tsx'

/** Lets the browser save it as a file. */
export async function downloadPersonalData(client: Client, email: string): Promise<void> {
  try {
    const data = await client.exportPersonalData({ params: { email } })
    const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `${email}.json`
    link.click()
    URL.revokeObjectURL(url)
  } catch (error) {
    toast('error', toErrorMessage(error))
  }
}

/** False after a failure, which is shown. */
export async function closeAccount(client: Client, form: FormData): Promise<boolean> {
  const email = String(form.get('email'))
  const reviews = form.get('reviews') === 'keep' ? 'keep' : 'delete'
  try {
    await client.closeAccount({ params: { email }, query: { reviews } })
    toast('success', `The account ${email} is closed`)
    return true
  } catch (error) {
    toast('error', toErrorMessage(error))
    return false
  }
}

import { redirect } from 'react-router'
import type { Client } from '#contract/client.ts'
import { Refusal } from '#contract/refusal.ts'
import { saveFile } from '#web/files/save-file.ts'
import { toErrorMessage } from '#web/session/api-errors.ts'
import { signOut } from '#web/session/session.ts'
import { toast } from '#web/ui/toast.tsx'

export async function downloadPersonalData(client: Client, email: string): Promise<void> {
  try {
    const data = await client.exportPersonalData({ params: { email } })
    saveFile(`${email}.json`, data, 'application/json')
  } catch (error) {
    toast('error', toErrorMessage(error))
  }
}

export async function closeAccount(client: Client, form: FormData): Promise<boolean> {
  const email = String(form.get('email'))
  const reviews = form.get('reviews') === 'keep' ? 'keep' : 'delete'
  try {
    await client.closeAccount({ params: { email }, query: { reviews } })
    toast('success', `The account ${email} is closed`)
    return true
  } catch (error) {
    const isTooOld = error instanceof Refusal && error.code === 'recent_sign_in_required'
    toast('error', toErrorMessage(error))
    if (!isTooOld) return false
    await signOut().catch(() => undefined)
    throw redirect(`/login?${new URLSearchParams({ from: '/dashboard/profile' })}`)
  }
}

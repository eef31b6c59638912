import type { Page } from '@playwright/test'

export const getQuantityField = (page: Page) => page.getByRole('spinbutton', { name: 'Quantity' })
export const getOrderButton = (page: Page) => page.getByRole('button', { name: 'Order', exact: true })
export const getDialog = (page: Page) => page.getByRole('dialog')
export const getSubmitButton = (page: Page) => getDialog(page).getByRole('button', { name: 'Submit' })

export async function openFilledDialog(page: Page) {
  await getOrderButton(page).click()
  await getDialog(page).getByLabel('Phone').fill('555 0199')
  await getDialog(page).getByLabel('Address').fill('7 Anvil Street')
}

export async function countOrders(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const authorization = `Bearer ${localStorage.getItem('accessToken')}`
    const orders = await (await fetch('/api/orders', { headers: { authorization } })).json()
    return orders.length
  })
}

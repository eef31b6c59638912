import type { Page } from '@playwright/test'

export const quantity = (page: Page) => page.getByRole('spinbutton', { name: 'Quantity' })
export const orderButton = (page: Page) => page.getByRole('button', { name: 'Order', exact: true })
export const dialog = (page: Page) => page.getByRole('dialog')
export const submit = (page: Page) => dialog(page).getByRole('button', { name: 'Submit' })

export async function openDialog(page: Page) {
  await orderButton(page).click()
  await dialog(page).getByLabel('Phone').fill('555 0199')
  await dialog(page).getByLabel('Address').fill('7 Anvil Street')
}

/** How many orders the signed-in account has, as the API counts them. */
export async function countOrders(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const authorization = `Bearer ${localStorage.getItem('accessToken')}`
    const orders = await (await fetch('/api/orders', { headers: { authorization } })).json()
    return orders.length
  })
}

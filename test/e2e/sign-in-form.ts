import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const getEmailField = (page: Page) => page.getByLabel('Email', { exact: true })
export const getPasswordField = (page: Page) => page.getByLabel('Password')
export const getLoginButton = (page: Page) => page.getByRole('button', { name: 'Login', exact: true })
export const getSignUpButton = (page: Page) => page.getByRole('button', { name: 'SignUp' })
export const getToasts = (page: Page) => page.getByRole('status')

export async function requestPasswordReset(page: Page, address: string) {
  await getEmailField(page).fill(address)
  await page.getByRole('button', { name: 'Forgot Password' }).click()
  await expect(getToasts(page)).toContainText('Sent password reset email')
  await expect(page.getByText(`If ${address} has an account`)).toBeVisible()
}

export async function tryToLogIn(page: Page, typedEmail: string, typedPassword: string) {
  await getEmailField(page).fill(typedEmail)
  await getPasswordField(page).fill(typedPassword)
  await getLoginButton(page).click()
}

export async function continueWithGoogle(page: Page) {
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
}

import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const email = (page: Page) => page.getByLabel('Email', { exact: true })
export const password = (page: Page) => page.getByLabel('Password')
export const loginButton = (page: Page) => page.getByRole('button', { name: 'Login', exact: true })
export const signUpButton = (page: Page) => page.getByRole('button', { name: 'SignUp' })
export const toasts = (page: Page) => page.getByRole('status')

export async function askForReset(page: Page, address: string) {
  await email(page).fill(address)
  await page.getByRole('button', { name: 'Forgot Password' }).click()
  await expect(toasts(page)).toContainText('Sent password reset email')
}

export async function tryToLogIn(page: Page, typedEmail: string, typedPassword: string) {
  await email(page).fill(typedEmail)
  await password(page).fill(typedPassword)
  await loginButton(page).click()
}

export async function continueWithGoogle(page: Page) {
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
}

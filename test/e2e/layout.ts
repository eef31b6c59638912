import type { Page } from '@playwright/test'

export const getMain = (page: Page) => page.getByRole('main')
export const getNavBar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
export const getFooter = (page: Page) => page.getByRole('contentinfo')
export const getSidebar = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' })

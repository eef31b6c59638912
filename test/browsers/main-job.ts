import { demoAccounts } from '#dev/seed/demo-accounts.ts'
import type { BrowserPage } from './open-page.ts'

const tool = 'Circular Saw'
const [admin] = demoAccounts

interface Step {
  name: string
  run: (page: BrowserPage) => Promise<void>
}

/** A new buyer's way from the sign-up to a paid order, and what an admin sees of it; each step begins where the last ended. */
export const mainJob: readonly Step[] = [
  {
    name: 'sign up',
    async run(page) {
      await page.open('/signup')
      await page.fill('Name', 'Rita Moss')
      await page.fill('Email', 'rita.moss@example.com')
      await page.fill('Password', 'secret-7')
      await page.takeScreenshots('sign-up')
      await page.click('button', 'SignUp')
      await page.waitForPath('/home')
      await page.takeScreenshots('home')
    },
  },
  {
    name: 'order',
    async run(page) {
      await page.open('/')
      await page.click('link', 'Buy Now', tool)
      await page.see('heading', tool)
      await page.takeScreenshots('purchase')
      await page.click('button', 'Order')
      await page.fill('Phone', '555 0100')
      await page.fill('Address', '1 Forge Lane')
      await page.takeScreenshots('order-dialog')
      await page.click('button', 'Submit')
      await page.waitForPath('/dashboard')
      await page.see('text', `Your order of ${tool}`)
      await page.takeScreenshots('ordered')
    },
  },
  {
    name: 'pay',
    async run(page) {
      await page.click('link', `Pay for ${tool}`)
      await page.fill('Card number', '4242424242424242')
      await page.fill('Expiry (MM / YY)', '1234')
      await page.fill('CVC', '123')
      await page.takeScreenshots('card')
      await page.click('button', 'Pay')
      await page.see('text', 'Your payment is done.')
      await page.takeScreenshots('paid')
      await page.open('/dashboard')
      await page.see('text', 'Paid', tool)
      await page.takeScreenshots('my-orders')
    },
  },
  {
    name: 'quick order',
    async run(page) {
      await page.open('/quick-order')
      await page.fill('Paste SKUs and quantities', 'FTM-25 60\nCS-185 24')
      await page.click('button', 'Check the list')
      await page.see('text', 'Farmark Tape Measure')
      await page.takeScreenshots('quick-order')
    },
  },
  {
    name: 'the shop’s table',
    async run(page) {
      await page.open('/shop')
      await page.takeScreenshots('shop')
      await page.click('link', 'Table')
      await page.see('text', 'Farmark Tape Measure')
      await page.takeScreenshots('table')
    },
  },
  {
    name: 'Manage Orders',
    async run(page) {
      await page.click('button', 'Sign Out')
      await page.waitForPath('/home')
      await page.open('/login')
      await page.fill('Email', admin.email)
      await page.fill('Password', admin.password)
      await page.click('button', 'Login')
      await page.waitForPath('/')
      await page.open('/dashboard/manageAllOrders')
      await page.see('text', 'Rita Moss')
      await page.takeScreenshots('manage-orders')
    },
  },
]

import type { Pictures } from '#contract/appearance/appearance.ts'
import type { CurrentSettings } from '#contract/shop-settings.ts'
import type { MailData } from '#db/tables/mails.ts'
import type { Shop } from '#shop/shop.ts'

export type StoreInfo = Pick<Shop, 'origin'> & {
  settings: {
    current: Pick<CurrentSettings, 'storeName' | 'timeZone' | 'currency' | 'sellerBank' | 'accentColor'>
    pictures: Pictures
  }
}

type AccountMailData = MailData & { url: string }

export const accountMails = {
  verify_email: ({ settings }: StoreInfo, { url }: AccountMailData) => ({
    subject: `Verify your email for ${settings.current.storeName}`,
    name: undefined,
    paragraphs: [
      'please verify within an hour that this address is yours:',
      url,
      'If it was not you who signed up, do nothing: without you the account stays unverified. Or open the link and set a new password: that empties the account and logs everybody else out.',
      'An account without orders whose email is not verified is deleted when nobody has used it for 30 days.',
    ],
  }),
  reset_password: ({ settings }: StoreInfo, { name, url }: AccountMailData) => ({
    subject: `Set a new password for ${settings.current.storeName}`,
    name,
    paragraphs: [
      'somebody, most likely you, asked for a new password. Set it here within an hour:',
      url,
      'If it was not you, do nothing: your password stays as it is.',
    ],
  }),
  second_factor_set: ({ settings, origin }: StoreInfo, { name }: AccountMailData) => ({
    subject: `A second factor was set up for ${settings.current.storeName}`,
    name,
    paragraphs: [
      'from now on your account asks for a code of an authenticator app at each login.',
      `If it was not you, somebody has your password: choose another one at ${origin}/login (Forgot Password), then write to us, so that we take the second factor away.`,
    ],
  }),
  second_factor_removed: ({ settings, origin }: StoreInfo, { name }: AccountMailData) => ({
    subject: `The second factor was removed for ${settings.current.storeName}`,
    name,
    paragraphs: [
      'your account asks for no code at the login any more.',
      `If it was not you, choose another password at ${origin}/login (Forgot Password), and set the second factor up again.`,
    ],
  }),
  company_accepted: ({ settings, origin }: StoreInfo, { name, company }: AccountMailData) => ({
    subject: `${company} can buy at ${settings.current.storeName}`,
    name,
    paragraphs: [
      `we have accepted ${company}. You are its manager: invite your colleagues, and say up to which amount they may order, at ${origin}/dashboard/company`,
      `What you order from now on is your company's.`,
    ],
  }),
  company_refused: ({ settings }: StoreInfo, { name, company, reason = '' }: AccountMailData) => ({
    subject: `Your application to ${settings.current.storeName}`,
    name,
    paragraphs: [`we cannot accept ${company} as a company.`, reason, 'You can go on ordering for yourself.'],
  }),
  company_invitation: (
    { settings, origin }: StoreInfo,
    { company = '', inviter = '', role = 'viewer' }: AccountMailData,
  ) => ({
    subject: `Order for ${company} at ${settings.current.storeName}`,
    name: undefined,
    paragraphs: [
      'you are invited to order for a company:',
      {
        rows: [['Company', company] as const, ['Invited by', inviter] as const, ['As', role] as const],
      },
      `Log in or sign up with this email at ${origin}/dashboard/company and join within 14 days.`,
      'If you do not know them, do nothing.',
    ],
  }),
} as const

import { useId } from 'react'
import { Link, useMatch } from 'react-router'
import { footerColumns } from '#contract/schemas/footer-entries.ts'
import type { PageSettings } from '#web/context.ts'

const social = [
  ['facebook', 'Facebook', 'M13 21v-8h3l.5-4H13V7c0-1 .5-2 2-2h1.500V2H14c-3 0-5 2-5 5v2H6v4h3v8z'],
  ['x', 'X', 'M4 4l16 16M20 4L4 20'],
  [
    'instagram',
    'Instagram',
    'M7 3h10a4 4 0 014 4v10a4 4 0 01-4 4H7a4 4 0 01-4-4V7a4 4 0 014-4zM12 8a4 4 0 100 8 4 4 0 000-8zM17 6.500v.1',
  ],
  ['youtube', 'YouTube', 'M3 7a3 3 0 013-3h12a3 3 0 013 3v10a3 3 0 01-3 3H6a3 3 0 01-3-3zM10 9v6l5-3z'],
] as const

type ShortFooterProps = CopyrightProps & Pick<PageSettings, 'contact'>

export function ShortFooter({ year, storeName, pricesIncludeTax, contact: { phone, email } }: ShortFooterProps) {
  const width = useMatch('/dashboard/*') ? 'dashboard-width' : 'page-width'
  return (
    <footer className="mt-16 bg-neutral py-4 text-neutral-content">
      <div className={`${width} flex flex-wrap justify-between gap-x-6 gap-y-1`}>
        <Copyright {...{ year, storeName, pricesIncludeTax }} />
        {(phone || email) && (
          <p>
            {phone && <PhoneLink phone={phone} />}
            {phone && email && ' · '}
            {email && <EmailLink email={email} />}
          </p>
        )}
      </div>
    </footer>
  )
}

type FooterProps = ShortFooterProps & Pick<PageSettings, 'footerLinks' | 'appearance'>

export function Footer({
  year,
  storeName,
  pricesIncludeTax,
  contact: { address, phone, email },
  footerLinks,
  appearance,
}: FooterProps) {
  return (
    <footer className="mt-16 bg-neutral pt-14 pb-8 text-neutral-content">
      <div className="page-width grid gap-10">
        <div className="grid gap-10 md:grid-cols-2 xl:grid-cols-[1.2fr_2fr]">
          <div className="grid content-start gap-6">
            <Link to="/" className="font-display text-3xl">
              {storeName}
            </Link>
            <Newsletter />
            <address className="grid not-italic opacity-80">
              {address && <span className="whitespace-pre-line">{address}</span>}
              {phone && (
                <span>
                  Phone: <PhoneLink phone={phone} />
                </span>
              )}
              {email && (
                <span>
                  Email: <EmailLink email={email} />
                </span>
              )}
            </address>
            <p>
              Buying for a firm?{' '}
              <Link to="/trade" className="link">
                Order as a company
              </Link>
            </p>
          </div>
          <div className="grid grid-cols-2 gap-8 lg:grid-cols-4">
            {footerColumns.map(([title, entries]) => (
              <div key={title}>
                <h2 className="mb-3 text-xl">{title}</h2>
                <ul className="grid gap-2 opacity-80">
                  {entries.map(entry => (
                    <li key={entry}>
                      {footerLinks[entry] ? (
                        <Link to={`/pages/${footerLinks[entry]}`} className="link">
                          {entry}
                        </Link>
                      ) : (
                        entry
                      )}
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </div>
        {appearance.footerPages.length > 0 && (
          <nav aria-label="Pages" className="flex flex-wrap gap-x-6 gap-y-2">
            {appearance.footerPages.map(({ slug, title }) => (
              <Link key={slug} to={`/pages/${slug}`} className="link">
                {title}
              </Link>
            ))}
          </nav>
        )}
        <div className="flex flex-wrap items-center justify-between gap-6 border-t border-steel/50 pt-6">
          <Copyright {...{ year, storeName, pricesIncludeTax }} />
          <img
            src="/payment-methods.svg"
            alt="Payment methods: cards, bank transfer, contactless and invoice"
            width={240}
            height={32}
            loading="lazy"
          />
          <SocialIcons addresses={appearance.social} />
        </div>
      </div>
    </footer>
  )
}

/** Icons without an address are shown only while no site has one. */
function SocialIcons({ addresses }: { addresses: PageSettings['appearance']['social'] }) {
  return (
    <ul className="flex gap-4">
      {social
        .filter(([site]) => addresses?.[site] !== '')
        .map(([site, name, path]) => (
          <li key={site}>
            <a href={addresses?.[site]}>
              <svg
                viewBox="0 0 24 24"
                role="img"
                aria-label={name}
                className="size-6 fill-none stroke-current"
                strokeWidth="1.5"
              >
                <path d={path} />
              </svg>
            </a>
          </li>
        ))}
    </ul>
  )
}

type CopyrightProps = Pick<PageSettings, 'year' | 'storeName' | 'pricesIncludeTax'>

function Copyright({ year, storeName, pricesIncludeTax }: CopyrightProps) {
  return (
    <p>
      Copyright © {year} {storeName}
      {!pricesIncludeTax && '. Prices are without tax.'}
    </p>
  )
}

function PhoneLink({ phone }: { phone: string }) {
  return (
    <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className="link">
      {phone}
    </a>
  )
}

function EmailLink({ email }: { email: string }) {
  return (
    <a href={`mailto:${email}`} className="link">
      {email}
    </a>
  )
}

function Newsletter() {
  const id = useId()
  return (
    <div className="grid max-w-md gap-2">
      <label htmlFor={id}>Enter your email address</label>
      <div className="flex gap-2">
        <input id={id} type="text" autoComplete="email" className="input grow border-steel bg-transparent" />
        <button type="button" className="btn btn-primary">
          Subscribe
        </button>
      </div>
    </div>
  )
}

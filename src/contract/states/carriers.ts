interface Carrier {
  trackingPage: string
  domains: readonly string[]
}

const carriers: Readonly<Record<string, Carrier>> = {
  DHL: {
    trackingPage: 'https://www.dhl.com/global-en/home/tracking.html?submit=1&tracking-id=',
    domains: ['dhl.com', 'dhl.de', 'dhl.co.uk'],
  },
  DPD: { trackingPage: 'https://tracking.dpd.de/status/en_US/parcel/', domains: ['dpd.de', 'dpd.com', 'dpd.co.uk'] },
  FedEx: { trackingPage: 'https://www.fedex.com/fedextrack/?trknbr=', domains: ['fedex.com'] },
  GLS: {
    trackingPage: 'https://gls-group.com/GROUP/en/parcel-tracking?match=',
    domains: ['gls-group.com', 'gls-group.eu', 'gls-pakete.de'],
  },
  'Royal Mail': {
    trackingPage: 'https://www.royalmail.com/track-your-item#/tracking-results/',
    domains: ['royalmail.com'],
  },
  UPS: { trackingPage: 'https://www.ups.com/track?tracknum=', domains: ['ups.com'] },
  USPS: { trackingPage: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=', domains: ['usps.com'] },
}

export const knownCarriers: readonly string[] = Object.keys(carriers)

/** Takes '1Z 999 AA1' or a link to a page of a carrier. Null where none is known, and for several numbers in one. */
export function getTrackingUrl(carrier: string, trackingNumber: string): string | null {
  if (isLink(trackingNumber)) return toCarrierLink(trackingNumber)
  const known = knownCarriers.find(name => new RegExp(`^${name.replace(' ', ' ?')}\\b`, 'i').test(carrier.trim()))
  const number = trackingNumber.normalize('NFKC').replace(/[\s\p{Pd}./]/gu, '')
  return known && /^[\p{L}\p{N}]+$/u.test(number)
    ? `${carriers[known]?.trackingPage}${encodeURIComponent(number)}`
    : null
}

export const isLink = (text: string) => /^(https?:|www\.)/i.test(text.trim())

function toCarrierLink(text: string): string | null {
  const address = text.trim().replace(/^(https?:\/\/)?/i, 'https://')
  const url = URL.canParse(address) ? new URL(address) : undefined
  const domains = Object.values(carriers).flatMap(carrier => carrier.domains)
  // The host has no port, and nothing stands before it.
  const isOfCarrier = domains.some(domain => `.${url?.host}`.endsWith(`.${domain}`)) && url?.username === ''
  return isOfCarrier ? url.href : null
}

const trackingPages: Readonly<Record<string, string>> = {
  DHL: 'https://www.dhl.com/global-en/home/tracking.html?submit=1&tracking-id=',
  DPD: 'https://tracking.dpd.de/status/en_US/parcel/',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr=',
  GLS: 'https://gls-group.com/GROUP/en/parcel-tracking?match=',
  'Royal Mail': 'https://www.royalmail.com/track-your-item#/tracking-results/',
  UPS: 'https://www.ups.com/track?tracknum=',
  USPS: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
}

export const knownCarriers: readonly string[] = Object.keys(trackingPages)

export function getTrackingUrl(carrier: string, trackingNumber: string): string | null {
  const known = knownCarriers.find(name => name.toLowerCase() === carrier.toLowerCase())
  return known && trackingNumber !== '' ? `${trackingPages[known]}${encodeURIComponent(trackingNumber)}` : null
}

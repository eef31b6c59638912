import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getTrackingUrl } from './carriers.ts'

const links = [
  ['UPS', '1Z 999 AA1 01 2345 6784', 'https://www.ups.com/track?tracknum=1Z999AA10123456784'],
  ['dhl express', ' JD-0146 00 ', 'https://www.dhl.com/global-en/home/tracking.html?submit=1&tracking-id=JD014600'],
  ['RoyalMail', 'AB 1234 5678 9GB', 'https://www.royalmail.com/track-your-item#/tracking-results/AB123456789GB'],
  ['UPS', 'https://www.ups.com/track?tracknum=1Z999', 'https://www.ups.com/track?tracknum=1Z999'],
  ['', 'http://tracking.dpd.de/parcel/0146', 'https://tracking.dpd.de/parcel/0146'],
  ['FedEx', 'www.fedex.com/fedextrack/?trknbr=1', 'https://www.fedex.com/fedextrack/?trknbr=1'],
  ['UPS', '', null],
  ['UPS', '1Z999, 1Z998', null],
  ['Upsala Freight', '1Z999', null],
  ['UPS', 'https://evil.example/www.ups.com', null],
  ['UPS', 'https://www.ups.com.evil.example/', null],
  ['UPS', 'https://notups.com/', null],
  ['UPS', 'https://www.ups.com@evil.example/', null],
  ['UPS', 'https://www.ups.com:8443/', null],
  ['UPS', 'javascript:alert(1)', null],
  ['UPS', 'https:javascript:alert(1)', null],
] as const

for (const [carrier, typed, url] of links)
  test(`'${typed}' of ${carrier || 'no carrier'} leads to ${url ?? 'no page'}`, () => {
    assert.equal(getTrackingUrl(carrier, typed), url)
  })

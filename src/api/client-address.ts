import { isIPv4, isIPv6 } from 'node:net'

/** The request as Node's server has it. */
export interface Connection {
  incoming?: {
    headers: { 'x-forwarded-for'?: string | string[] | undefined }
    socket: { remoteAddress?: string | undefined }
  }
}

/**
 * The address that a request is counted by; undefined where that is not known, as of a client that has left. With n trusted proxies it is the n-th
 * from the right in X-Forwarded-For, which the outermost of them wrote; what stands before it anybody can make up.
 */
export function getClientAddress(
  headers: Headers,
  connection: Connection | undefined,
  proxies: number,
): string | undefined {
  const { incoming } = connection ?? {}
  // Where a public list is made for the cache, only Node's request has the headers of whoever asked.
  const told = incoming ? incoming.headers['x-forwarded-for'] : headers.get('x-forwarded-for')
  const forwarded =
    proxies > 0
      ? String(told ?? '')
          .split(',')
          .at(-proxies)
      : undefined
  return normalizeAddress(forwarded) ?? normalizeAddress(incoming?.socket.remoteAddress)
}

/** An IPv4 address, or the /64 network of an IPv6 one, which is the least that one customer gets (RFC 6177). */
function normalizeAddress(text = ''): string | undefined {
  const address = text.trim().replace(/^\[(.+)\](:\d+)?$|^([\d.]+):\d+$|%.*$/, '$1$3')
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return undefined
  const { hostname } = new URL(`http://[${address}]`)
  const [start = '', end] = hostname.slice(1, -1).split('::')
  const [head, tail] = [splitGroups(start), splitGroups(end)]
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
  return isMapped(groups) ? toIpv4(groups) : `${groups.slice(0, 4).join(':')}::/64`
}

const splitGroups = (text = '') => text.split(':').filter(group => group !== '')

/** Whether it is an IPv4 address as a socket for both kinds tells it (RFC 4291, 2.5.5.2). */
const isMapped = (groups: readonly string[]) => /^(0:){5}ffff:/.test(groups.join(':'))

function toIpv4(groups: readonly string[]): string {
  const bytes = groups.slice(6).flatMap(group => {
    const number = Number.parseInt(group, 16)
    return [number >> 8, number & 255]
  })
  return bytes.join('.')
}

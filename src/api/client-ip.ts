import { isIPv4, isIPv6 } from 'node:net'

export interface NodeBindings {
  incoming?: {
    headers: { 'x-forwarded-for'?: string | string[] | undefined }
    socket: { remoteAddress?: string | undefined }
  }
}

/**
 * An IPv4 address or, for IPv6, a /56 network. With n trusted proxies, of the n-th address from the right: clients can forge
 * those to its left.
 */
export function findClientIp(
  headers: Headers,
  connection: NodeBindings | undefined,
  trustedProxies: number,
): string | undefined {
  const { incoming } = connection ?? {}
  // A request made for the page cache has no headers of its client; Node's request has.
  const header = incoming ? incoming.headers['x-forwarded-for'] : headers.get('x-forwarded-for')
  const forwarded =
    trustedProxies > 0
      ? String(header ?? '')
          .split(',')
          .at(-trustedProxies)
      : undefined
  return normalizeIp(forwarded) ?? normalizeIp(incoming?.socket.remoteAddress)
}

/** An IPv4 address, or the /56 network of an IPv6 one: what a home usually gets (RFC 6177). */
function normalizeIp(text = ''): string | undefined {
  // The address may stand in brackets, and have a port and a zone.
  const ip = text.trim().replace(/^\[(.+)\](:\d+)?$|^([\d.]+):\d+$|%.*$/, '$1$3')
  if (isIPv4(ip)) return ip
  if (!isIPv6(ip)) return undefined
  const { hostname } = new URL(`http://[${ip}]`)
  const [start = '', end] = hostname.slice(1, -1).split('::')
  const [head, tail] = [splitGroups(start), splitGroups(end)]
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
  if (isIpv4Mapped(groups)) return toIpv4(groups)
  const [first, second, third, fourth = ''] = groups
  return `${first}:${second}:${third}:${(Number.parseInt(fourth, 16) & 0xff_00).toString(16)}::/56`
}

/** The largest network that a provider gives one customer: an IPv4 address, or the /48 of what `findClientIp` returns. */
export const toCustomerNetwork = (ip: string) => (ip.includes(':') ? `${ip.split(':', 3).join(':')}::/48` : ip)

const splitGroups = (text = '') => text.split(':').filter(group => group !== '')

/** Dual-stack sockets report IPv4 addresses in this form (RFC 4291, 2.5.5.2). */
const isIpv4Mapped = (groups: readonly string[]) => /^(0:){5}ffff:/.test(groups.join(':'))

function toIpv4(groups: readonly string[]): string {
  const bytes = groups.slice(6).flatMap(group => {
    const number = Number.parseInt(group, 16)
    return [number >> 8, number & 255]
  })
  return bytes.join('.')
}

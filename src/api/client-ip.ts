import { isIPv4, isIPv6 } from 'node:net'

export interface NodeBindings {
  incoming?: {
    headers: { 'x-forwarded-for'?: string | string[] | undefined }
    socket: { remoteAddress?: string | undefined }
  }
}

/** The n-th address from the right counts, with n trusted proxies: clients can forge those to its left. */
export function findClientIp(
  headers: Headers,
  connection: NodeBindings | undefined,
  trustedProxies: number,
): string | undefined {
  const { incoming } = connection ?? {}
  // Requests for the page cache have no client headers; Node's request has them.
  const header = incoming ? incoming.headers['x-forwarded-for'] : headers.get('x-forwarded-for')
  const forwarded =
    trustedProxies > 0
      ? String(header ?? '')
          .split(',')
          .at(-trustedProxies)
      : undefined
  return normalizeIp(forwarded) ?? normalizeIp(incoming?.socket.remoteAddress)
}

/** An IPv6 address counts as its /56 network, which a home usually gets (RFC 6177). */
function normalizeIp(text = ''): string | undefined {
  const withoutPort = text.trim().replace(/^\[(.+)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3')
  const ip = withoutPort.replace(/%.*$/, '')
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

/** A provider gives one customer at most an IPv4 address or an IPv6 /48 network. */
export const toCustomerNetwork = (ip: string) => (ip.includes(':') ? `${ip.split(':', 3).join(':')}::/48` : ip)

const splitGroups = (text = '') => text.split(':').filter(group => group !== '')

/** Dual-stack sockets report IPv4 addresses in this form (RFC 4291, section 2.5.5.2). */
const isIpv4Mapped = (groups: readonly string[]) => /^(0:){5}ffff:/.test(groups.join(':'))

function toIpv4(groups: readonly string[]): string {
  const bytes = groups.slice(6).flatMap(group => {
    const number = Number.parseInt(group, 16)
    return [number >> 8, number & 255]
  })
  return bytes.join('.')
}

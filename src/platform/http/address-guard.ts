import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Policy for outbound addresses that clients specify: contract/events.md §11. */
export interface AddressGuard {
  /** True: allows plain http, also on port 80. */
  allowsHttp: boolean
  /** Returns whether connections to an IP address, as text, are allowed. */
  allowsAddress(address: string): boolean
  /** Returns whether scheme, port and host name are allowed, before any DNS lookup. */
  allowsUrl(url: URL): boolean
}

/**
 * Creates a guard for outbound addresses.
 *
 * @param allowPrivate true: allows http and all addresses and names; CIDR ranges or addresses:
 *   allows http, and these in addition to public addresses
 */
export function addressGuard(allowPrivate: boolean | string[]): AddressGuard {
  const allowsAll = allowPrivate === true
  const allowsHttp = allowPrivate !== false
  const ranges = Array.isArray(allowPrivate) ? allowPrivate.map(readRange) : []
  const allowsAddress = (text: string): boolean => {
    if (!ipaddr.isValid(text)) return false
    const address = embeddedIPv4(ipaddr.parse(text))
    return allowsAll || isPublic(address) || ranges.some(range => isWithin(address, range))
  }
  const allowsHost = (hostname: string): boolean => {
    const address = hostname.replace(/^\[(.*)\]$/, '$1')
    if (ipaddr.isValid(address)) return allowsAddress(address)
    return allowsAll || isPublicName(hostname)
  }
  const allowsUrl = ({ protocol, port, hostname }: URL): boolean => {
    const isAllowedScheme = protocol === 'https:' || (allowsHttp && protocol === 'http:')
    return isAllowedScheme && isAllowedPort(port, allowsHttp) && allowsHost(hostname)
  }
  return { allowsHttp, allowsAddress, allowsUrl }
}

function readRange(text: string): [Address, number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

function isWithin(address: Address, range: [Address, number]): boolean {
  return address.kind() === range[0].kind() && address.match(range)
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || isWithin(address, azureHost)) return false
  return address.kind() === 'ipv4' || isWithin(address, globalUnicast)
}

/** Metadata endpoint of Azure machines, which has a public address. */
const azureHost: [Address, number] = [ipaddr.parse('168.63.129.16'), 32]

/** Routed IPv6 addresses. The rest is reserved, or an old notation of IPv4. */
const globalUnicast: [Address, number] = [ipaddr.parse('2000::'), 3]

/**
 * Returns the IPv4 address that a gateway or the kernel derives from an IPv6 address: mapped,
 * translated (NAT64) or tunnelled (6to4). Returns other addresses unchanged.
 */
function embeddedIPv4(address: Address): Address {
  if (!(address instanceof ipaddr.IPv6)) return address
  const start = embeddingPrefixes.find(([carrier]) => isWithin(address, carrier))?.[1]
  if (start === undefined) return address
  return new ipaddr.IPv4(address.toByteArray().slice(start, start + 4))
}

/** Prefixes of embedded IPv4 addresses, with the offset of the address in bytes. */
const embeddingPrefixes: [[Address, number], number][] = [
  [[ipaddr.parse('::ffff:0:0'), 96], 12],
  [[ipaddr.parse('64:ff9b::'), 96], 12],
  [[ipaddr.parse('2002::'), 16], 2],
]

/** Returns whether a name is public, not of a local network. Ignores a trailing dot. */
function isPublicName(hostname: string): boolean {
  const labels = hostname.toLowerCase().replace(/\.$/, '').split('.')
  if (labels.length < 2 || labels.includes('')) return false
  return !['local', 'internal', 'localhost'].includes(labels.at(-1)!)
}

const firstUserPort = 1_024

/** @param port as in `URL`: empty for the scheme's default */
function isAllowedPort(port: string, allowsHttp: boolean): boolean {
  if (port === '' || port === '443' || port === '8443') return true
  // Lower ports belong to other services of a system, such as mail.
  return Number(port) >= firstUserPort || (allowsHttp && port === '80')
}

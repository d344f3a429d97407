import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Says what may be called of what others ask us to call: contract/events.md §11. */
export interface AddressGuard {
  /** Whether plain http may be used, on port 80 too. */
  allowsHttp: boolean
  /** Whether an IP address, as text, may be connected to. */
  allowsAddress(address: string): boolean
  /** Whether scheme, port and host name may be called, before any lookup of the name. */
  allowsUrl(url: URL): boolean
}

/**
 * @param allowPrivate true: http and every address and name; CIDR ranges or addresses: http, and
 *   these besides public addresses
 */
export function addressGuard(allowPrivate: boolean | string[]): AddressGuard {
  const allowsAll = allowPrivate === true
  const allowsHttp = allowPrivate !== false
  const ranges = Array.isArray(allowPrivate) ? allowPrivate.map(readRange) : []
  const allowsAddress = (text: string): boolean => {
    if (!ipaddr.isValid(text)) return false
    const address = innermost(ipaddr.parse(text))
    return allowsAll || isPublic(address) || ranges.some(range => isWithin(address, range))
  }
  const allowsHost = (hostname: string): boolean => {
    const literal = hostname.replace(/^\[(.*)\]$/, '$1')
    if (ipaddr.isValid(literal)) return allowsAddress(literal)
    return allowsAll || isPublicName(hostname)
  }
  const allowsUrl = ({ protocol, port, hostname }: URL): boolean => {
    const isAllowed = protocol === 'https:' || (allowsHttp && protocol === 'http:')
    return isAllowed && isAllowedPort(port, allowsHttp) && allowsHost(hostname)
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

/** Public by its number: where machines at Azure ask their host, secrets included. */
const azureHost: [Address, number] = [ipaddr.parse('168.63.129.16'), 32]

/** All of IPv6 that is routed; the rest is reserved, or an old way to write IPv4. */
const globalUnicast: [Address, number] = [ipaddr.parse('2000::'), 3]

/**
 * The IPv4 address that a gateway or the kernel would make of an IPv6 address: mapped, translated
 * (NAT64) or tunnelled (6to4). Other addresses as they are.
 */
function innermost(address: Address): Address {
  if (!(address instanceof ipaddr.IPv6)) return address
  const start = carriers.find(([carrier]) => isWithin(address, carrier))?.[1]
  if (start === undefined) return address
  return new ipaddr.IPv4(address.toByteArray().slice(start, start + 4))
}

/** Prefixes, and at which byte behind them the IPv4 address begins. */
const carriers: [[Address, number], number][] = [
  [[ipaddr.parse('::ffff:0:0'), 96], 12],
  [[ipaddr.parse('64:ff9b::'), 96], 12],
  [[ipaddr.parse('2002::'), 16], 2],
]

/** Names that only a local network knows; one dot at the end changes nothing. */
function isPublicName(hostname: string): boolean {
  const labels = hostname.toLowerCase().replace(/\.$/, '').split('.')
  if (labels.length < 2 || labels.includes('')) return false
  return !['local', 'internal', 'localhost'].includes(labels.at(-1)!)
}

/** @param port as `URL` gives it: empty for the scheme's own */
function isAllowedPort(port: string, allowsHttp: boolean): boolean {
  if (port === '' || port === '443' || port === '8443') return true
  return Number(port) >= 1024 || (allowsHttp && port === '80')
}

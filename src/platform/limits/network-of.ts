import ipaddr from 'ipaddr.js'

/**
 * What one household or office has: an IPv4 address, or the /64 of an IPv6 address, of which
 * everybody gets as many as he likes. An address that is none stands for itself.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const { parts } = parsed as ipaddr.IPv6
  return `${parts
    .slice(0, 4)
    .map(part => part.toString(16))
    .join(':')}::/64`
}
